import { expect, test } from 'vitest'
import { intentOf } from './intent.ts'

const lines = (message: string): readonly string[] => {
  const intent = intentOf(message)
  return intent.kind === 'remember' ? intent.facts.map((fact) => `${fact.path}: ${fact.line}`) : [intent.kind]
}

test.each([
  ['Remember that my favourite colour is green.', ['about-me.md: Favourite colour: green']],
  ['remember my birthday is 4 May', ['about-me.md: Birthday: 4 May']],
  ['Please remember: my name is Eva and my cat is Tom', ['about-me.md: Name: Eva', 'about-me.md: Cat: Tom']],
  ['My name is Eva', ['about-me.md: Name: Eva']],
  ['Hi! Call me Eva, please', ['about-me.md: Name: Eva']],
  ["I'm allergic to nuts", ['about-me.md: Is allergic to nuts']],
  ['I live in Lisbon.', ['about-me.md: Lives in Lisbon']],
  ['Could you remember that I prefer tea?', ['about-me.md: Prefers tea']],
  ['Remember that Ana lives in Porto', ['people/ana.md: Lives in Porto']],
  ["Ana's birthday is 3 March", ['people/ana.md: Birthday: 3 March']],
  ['Remember that Ana is my sister.', ['people/ana.md: Is my sister']],
  ['Remember that Tomás Silva likes chess', ['people/tomás-silva.md: Likes chess']],
  ['Remember that the deadline is Friday', ['notes.md: The deadline is Friday']],
  ['Note: Lisbon is hilly', ['notes.md: Lisbon is hilly']],
  ['Remember to buy milk', ['to-do.md: Buy milk']],
  ["Don't forget to call Ana", ['to-do.md: Call Ana']],
  ['Remember about Lisbon: the trams are full', ['lisbon.md: The trams are full']],
  ['Remember:\n- my car is red\n- the code is 42', ['about-me.md: Car: red', 'notes.md: The code is 42']],
  ['Actually, my favourite colour is blue', ['about-me.md: Favourite colour: blue']],
  ['No, my favourite colour is blue, not green.', ['about-me.md: Favourite colour: blue']],
  ['Correct my favourite colour to blue', ['about-me.md: Favourite colour: blue']],
  ["change Ana's birthday to 5 March", ['people/ana.md: Birthday: 5 March']],
  ['Actually Ana lives in Faro', ['people/ana.md: Lives in Faro']],
  ["That's wrong: my name is Eve", ['about-me.md: Name: Eve']],
])('%j is remembered as %j', (message, expected) => {
  expect(lines(message)).toEqual(expected)
})

test.each([
  ['Actually my name is Eve', true],
  ['my name is Eve', false],
])('%j is a correction: %s', (message, isCorrection) => {
  expect(intentOf(message)).toMatchObject({ kind: 'remember', isCorrection })
})

test.each([
  ['Change Porto to Faro', { kind: 'replace', old: 'Porto', new: 'Faro' }],
  ['Forget my favourite colour', { kind: 'forget', about: 'my favourite colour' }],
  ['Please forget that I live in Lisbon.', { kind: 'forget', about: 'I live in Lisbon' }],
  ['forget about the trams', { kind: 'forget', about: 'the trams' }],
  ['Remove my birthday from your memory', { kind: 'forget', about: 'my birthday' }],
  ['Forget everything about Ana', { kind: 'forget-topic', about: 'Ana' }],
  ['Forget all you know about Ana!', { kind: 'forget-topic', about: 'Ana' }],
  ['Forget the file notes.md', { kind: 'forget-file', name: 'notes.md' }],
  ['delete people/ana.md', { kind: 'forget-file', name: 'people/ana.md' }],
  ['Delete the folder people', { kind: 'forget-file', name: 'people' }],
  ['Forget everything.', { kind: 'forget-everything' }],
  ['Rename notes.md to work/notes.md', { kind: 'rename', from: 'notes.md', to: 'work/notes.md' }],
  ['Can you rename the file "notes" to diary?', { kind: 'rename', from: 'notes', to: 'diary' }],
  ['What do you remember?', { kind: 'list' }],
  ['list', { kind: 'list' }],
  ['List your memory', { kind: 'list' }],
  ["What's in your memory?", { kind: 'list' }],
  ['Show me everything you know', { kind: 'list' }],
  ['Tidy up your memory', { kind: 'tidy' }],
  ['What do you know about Ana?', { kind: 'ask', about: 'Ana' }],
  ['what do you know about me', { kind: 'ask', about: 'me' }],
  ['What is my favourite colour?', { kind: 'ask', about: 'What is my favourite colour' }],
  ['Where does Ana live?', { kind: 'ask', about: 'Where does Ana live' }],
  ['Do you remember my birthday?', { kind: 'ask', about: 'my birthday' }],
  ['Tell me about Lisbon', { kind: 'ask', about: 'Lisbon' }],
  ['Hello', { kind: 'talk' }],
  ['Thank you!', { kind: 'talk' }],
  ['Clean the house', { kind: 'talk' }],
  ['', { kind: 'talk' }],
])('%j is understood as %j', (message, intent) => {
  expect(intentOf(message)).toEqual(intent)
})

test('a long message does not take long', () => {
  expect(intentOf(`rename ${'a to '.repeat(200_000)}`).kind).toBe('rename')
})
