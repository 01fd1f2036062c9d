import { expect, test } from 'vitest'
import { ANSWER_BEGIN, ANSWER_END, ASK_ASSISTANT } from '../../shared/ask-assistant.ts'
import { english } from '../../shared/messages/english.ts'
import { random } from '../../testing/random.ts'
import { readAnswer } from './answer.ts'
import { fromPasted } from './kinds/text.ts'

/** Topics with their facts, as short as they can be written. */
const read = (text: string) => Object.fromEntries(readAnswer(text).topics.map(({ heading, facts }) => [heading, facts]))
const within = (...lines: readonly string[]): string => [ANSWER_BEGIN, ...lines, ANSWER_END].join('\n')

const WANTED = { Work: ['Ana works at a harbour.', 'She starts at 7.'], Home: ['She has a cat.'] }

test('the form that was asked for', () => {
  const answer = within('## Work', '- Ana works at a harbour.', '- She starts at 7.', '', '## Home', '- She has a cat.')
  expect(read(answer)).toEqual(WANTED)
  expect(readAnswer(answer)).toMatchObject({ dropped: [], cutOffAfter: null })
})

test('what assistants make of it: chatter, fences, bold, numbers, dots, lost and translated markers', () => {
  const inside = ['## Work', '- Ana works at a harbour.', '- She starts at 7.', '## Home', '- She has a cat.']
  const variants: readonly (readonly string[])[] = [
    ['Sure! Here is all I know about you.', '', within(...inside), '', 'Shall I go on?'],
    ['```markdown', within(...inside), '```'],
    [within('```', ...inside, '```')],
    [`**${ANSWER_BEGIN}**`, ...inside, `> ${ANSWER_END}`],
    ['=== ERINNERUNG ===', ...inside, '=== ENDE DER ERINNERUNG ==='],
    ['=== 记忆 ===', ...inside, '=== 记忆结束 ==='],
    inside,
    ['Here’s what I remember about you:', '', ...inside, '', 'Would you like me to forget any of it?'],
    ['**Work**', '* Ana works at a harbour.', '* She starts at 7.', '', '**Home:**', '* She has a cat.'],
    ['1. **Work**', '   - Ana works at a harbour.', '   - She starts at 7.', '2. **Home**', '   - She has a cat.'],
    ['1. **Work**', '- Ana works at a harbour.', '- She starts at 7.', '2. **Home**', '- She has a cat.'],
    ['Work:', '• Ana works at a harbour.', '• She starts at 7.', 'Home:', '• She has a cat.'],
    ['### Work', '1. **Ana works at a harbour.**', '2. She starts at 7.', '---', '### Home', '1. She has a cat.'],
    ['## Work', 'Ana works at a harbour.', 'She starts at 7.', '## Home', 'She has a cat.【4†source】'],
    [
      '## Work',
      '- [x] Ana works at a',
      '  harbour.',
      '- She starts at 7. :contentReference[oaicite:0]{index=0}',
      '## Home:',
      '– She has a cat.',
    ],
  ]
  for (const lines of variants) {
    expect(read(lines.join('\r\n')), lines.join('\n')).toEqual(WANTED)
    expect(readAnswer(lines.join('\n')).cutOffAfter).toBeNull()
  }
})

test('in other languages, and with what only looks like a mark', () => {
  expect(
    read(
      within(
        '## 工作',
        '・ 安娜在港口工作。',
        '## Termine',
        '12. Mai: Geburtstag von Ana.',
        '3. Juni: Umzug.',
        '- 24/7 – immer erreichbar',
      ),
    ),
  ).toEqual({
    工作: ['安娜在港口工作。'],
    Termine: ['12. Mai: Geburtstag von Ana.', '3. Juni: Umzug.', '24/7 – immer erreichbar'],
  })
  expect(read('Esto es lo que sé de ti:\n\nTrabajo：\n- Ana trabaja en un puerto.\n\n¿Quieres que siga?')).toEqual({
    Trabajo: ['Ana trabaja en un puerto.'],
  })
})

test('no fact is lost: those in bold alone, under no heading, in tables, outside of the markers', () => {
  expect(read('1. **Likes tea**\n2. **Lives in Lisbon**')).toEqual({ '': ['Likes tea', 'Lives in Lisbon'] })
  expect(read('Ana likes tea.\nShe lives in Lisbon.')).toEqual({ '': ['Ana likes tea.', 'She lives in Lisbon.'] })
  expect(read('| what | who |\n|---|---|\n| tea | Ana |')).toEqual({ '': ['what | who', 'tea | Ana'] })
  expect(read('- **Name:** Ana\n- **Pets:**\n  - a cat\n  - a dog')).toEqual({
    '': ['Name: Ana'],
    Pets: ['a cat', 'a dog'],
  })
  expect(readAnswer('This is what I know of you:\n- one\n- two\nMore?')).toMatchObject({
    topics: [{ heading: '', facts: ['one', 'two'] }],
    dropped: ['This is what I know of you:', 'More?'],
  })
  expect(read('- Trips\n  - Lisbon\n  - Rome')).toEqual({ '': ['Trips', '  Lisbon', '  Rome'] })
  expect(readAnswer(`I know this.\n${within('- one')}\nAnd this:\n- two\nBye.`)).toEqual({
    topics: [{ heading: '', facts: ['one', 'two'] }],
    dropped: ['I know this.', 'And this:', 'Bye.'],
    cutOffAfter: null,
  })
})

test('the question names the markers, and is no part of the answer where it was copied along', () => {
  const question = ASK_ASSISTANT.map(english).join('\n\n')
  for (const marker of [ANSWER_BEGIN, ANSWER_END]) expect(question).toContain(`“${marker}”`)
  expect(readAnswer(`${question}\n\n${within('- one')}`)).toEqual({
    topics: [{ heading: '', facts: ['one'] }],
    dropped: ASK_ASSISTANT.map(english),
    cutOffAfter: null,
  })
})

test('an answer in parts is one, and one that breaks off says so', () => {
  const first = `${ANSWER_BEGIN}\n## Work\n- one`
  expect(readAnswer(first)).toMatchObject({ topics: [{ heading: 'Work', facts: ['one'] }], cutOffAfter: 'one' })
  const whole = `${first}\n${ANSWER_BEGIN}\n## work\n- two\n${ANSWER_END}`
  expect(readAnswer(whole)).toMatchObject({ topics: [{ heading: 'Work', facts: ['one', 'two'] }], cutOffAfter: null })
})

test('a pasted answer is a file for each topic, and everything is accounted for', () => {
  const text = `Hello!\n${ANSWER_BEGIN}\n# All\n## Work & play\n- one\n  - more\n## Work/play\n- two\n- three`
  expect(fromPasted(text, 'answer', 'ChatGPT')).toEqual({
    kind: 'text',
    found: 7,
    files: [
      { path: 'work-play.md', text: '# Work & play\n\n- one\n  - more\n', time: null, from: 'ChatGPT', items: 2 },
      { path: 'work-play-2.md', text: '# Work/play\n\n- two\n- three\n', time: null, from: 'ChatGPT', items: 2 },
    ],
    leftOut: [
      { what: 'Hello!', why: { id: 'notes-around', values: {} } },
      { what: 'All', why: { id: 'notes-around', values: {} } },
      { what: 'three', why: { id: 'notes-cut-off', values: {} } },
    ],
  })
  expect(fromPasted('', 'answer')).toEqual({ kind: 'text', found: 0, files: [], leftOut: [] })
})

test('a pasted note stays as it is, and gets the name of its first line', () => {
  expect(fromPasted('\n# Großes Café!\n\n- a\n', 'note').files).toMatchObject([
    { path: 'großes-café.md', text: '# Großes Café!\n\n- a\n', items: 1 },
  ])
  expect(fromPasted(' \n', 'note')).toMatchObject({ found: 0, files: [] })
})

test('whatever the form, each word is in a topic or is told as dropped', () => {
  const pick = random(45)
  const forms: readonly ((word: string) => string)[] = [
    (word) => word,
    (word) => `- ${word}`,
    (word) => `  - ${word}`,
    (word) => `1. ${word}`,
    (word) => `   2) **${word}**`,
    (word) => `- **${word}:**`,
    (word) => `**${word}**`,
    (word) => `${word}:`,
    (word) => `## ${word}`,
    (word) => `  ${word}?`,
    (word) => `| ${word} | ${word} |`,
    (word) => `> ${word}`,
    (word) => `===${word}`,
    () => '',
    () => '```',
    () => '---',
    () => ANSWER_BEGIN,
    () => ANSWER_END,
  ]
  for (let round = 0; round < 3_000; round += 1) {
    const words: string[] = []
    const lines = Array.from({ length: 1 + pick(9) }, (_, at) => {
      const line = forms[pick(forms.length)]?.(`word${at}`) ?? ''
      if (line.includes('word')) words.push(`word${at}`)
      return line
    })
    const { topics, dropped } = readAnswer(lines.join('\n'))
    const kept = JSON.stringify([topics, dropped])
    for (const word of words) expect(kept, lines.join('\n')).toContain(word)
  }
})
