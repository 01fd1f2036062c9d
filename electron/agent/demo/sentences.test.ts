import { expect, test } from 'vitest'
import { offerIn } from '../../../shared/examples.ts'
import { withFiles } from '../../../shared/quoted-files.ts'
import { languageOf } from './languages/language.ts'
import { played } from './testing/played.ts'
import { type Intent, intentsOf, MAX_MESSAGE_CHARACTERS } from './understand.ts'

/** What the demo model makes of a message, in words: “remember about-me.md: Name: Eva”. */
function meaningOf(message: string, before = ''): string {
  return inWords(intentsOf(message, languageOf(message, [before]), before))
}

function inWords(intents: readonly Intent[]): string {
  return intents
    .map((intent): string => {
      switch (intent.kind) {
        case 'amend':
          return `amend, else ${inWords(intent.otherwise)}`
        case 'remember': {
          const verb = intent.isCorrection ? 'correct' : 'remember'
          return intent.facts.map(({ path, line }) => `${verb} ${path}: ${line}`).join(' | ')
        }
        case 'replace':
          return `replace ${intent.from} by ${intent.to}`
        case 'rename':
          return `rename ${intent.from} to ${intent.to}`
        case 'ask':
        case 'forget':
          return `${intent.kind} ${intent.about}`
        default:
          return intent.kind
      }
    })
    .join(' | ')
}

test.each([
  [
    'My name is Jonas, I live in Porto and my favourite colour is blue',
    'remember about-me.md: Name: Jonas | remember about-me.md: I live in Porto | remember about-me.md: Favourite colour: blue',
  ],
  [
    "Remember: I'm vegetarian, I have two kids (Mia and Leo), and I drive a 2014 Golf",
    "remember about-me.md: I'm vegetarian | remember about-me.md: I have two kids (Mia and Leo) | remember about-me.md: I drive a 2014 Golf",
  ],
  ['My dog is called Rex', 'remember about-me.md: Dog: Rex'],
  [
    'Ana is my sister and her birthday is on 3 May',
    'remember people/ana.md: Is my sister | remember people/ana.md: Birthday: 3 May',
  ],
  ['Thanks!', 'thank'],
  ['Can you summarise my memory?', 'list'],
  ['What is the capital of France?', 'ask What is the capital of France'],
  ['Why did you write that down?', 'why'],
  ["I'm German", "remember about-me.md: I'm German"],
  ['I like that!', 'agree'],
  ["If I lived in Porto I'd be happy", 'unsure'],
  ['Not Porto, Faro', 'replace Porto by Faro'],
  ['Call me tomorrow', 'impossible'],
  ['I have a headache', 'unsure'],
  ['forget that', 'undo'],
  [
    "My sister's name is Ana and she is allergic to nuts",
    "remember about-me.md: Sister's name: Ana | remember people/ana.md: Is allergic to nuts",
  ],
  ['Good morning!', 'greet'],
  ['We have two cats, Luna and Milo.', 'remember about-me.md: We have two cats, Luna and Milo'],
  ['Could you please forget my phone number?', 'forget my phone number'],
  ['Do you remember what my dog is called?', 'ask what my dog is called'],
  ['Tell me a joke', 'impossible'],
  ['My boss said the deadline is Friday', 'unsure'],
  ['You can call me Max', 'remember about-me.md: Name: Max'],
  ["No, I'm 31", "correct about-me.md: I'm 31"],
  ['how many notes do you have?', 'count'],
  ['No bebo café', 'unsure'],
  ['Note: Lisbon is hilly', 'remember notes.md: Lisbon is hilly'],
  ['"My name is Jonas" is a line from a song', 'unsure'],
  ['He lives in Porto', 'who'],
  ['Hey! Just moved to Berlin and started a new job at Zalando.', 'unsure'],
  [
    "I'm lactose intolerant, so no milk for me please.",
    "remember about-me.md: I'm lactose intolerant, so no milk for me",
  ],
  ['That was wrong, Ana lives in Faro now', 'correct people/ana.md: Lives in Faro'],
  ['Can you book a flight to Rome?', 'impossible'],
  ['How much do you remember?', 'count'],
  ["You're wrong, I don't have a dog", "correct about-me.md: I don't have a dog"],
  ['Where do I work?', 'ask Where do I work'],
  ['My password is hunter2', 'unsure'],
  ['I prefer short answers', 'remember about-me.md: I prefer short answers'],
  ['Paris is beautiful', 'unsure'],
  ['Set my alarm to 7', 'remind'],
  // Of work and of dates.
  ['We ship the new e-bike on 14 March', 'remember notes.md: We ship the new e-bike on 14 March'],
  ['The launch slipped to the 21st of March', 'remember notes.md: The launch slipped to the 21st of March'],
  [
    'We decided to go with Postgres instead of MySQL',
    'remember notes.md: We decided to go with Postgres instead of MySQL',
  ],
  ['The budget is due on 3 May', 'remember notes.md: The budget is due on 3 May'],
  ['The launch might slip to March', 'unsure'],
  ["I'll be there at 9:30", 'unsure'],
  [
    'Sarah from finance needs the budget by Friday',
    'remember people/sarah.md: Is from finance | remember people/sarah.md: Needs the budget by Friday',
  ],
  [
    "Sarah doesn't eat meat and neither does Priya",
    "remember people/sarah.md: Doesn't eat meat | remember people/priya.md: Doesn't eat meat",
  ],
  ['Please call me Tommy from now on', 'remember about-me.md: Name: Tommy'],
  ['Call me back tomorrow', 'impossible'],
])('%j means %j', (message, meaning) => {
  expect(meaningOf(message)).toBe(meaning)
})

test.each([
  ['Remember that Eva likes tea and Tom likes coffee', 'He lives in Rome', 'who'],
  ['Ana likes tea', 'Thanks, she hates coffee', 'remember people/ana.md: Hates coffee'],
])('after %j, %j means %j', (before, message, meaning) => {
  expect(meaningOf(message, before)).toBe(meaning)
})

test('of a message that is too long, nothing is read', () => {
  expect(meaningOf('My name is Eva. '.repeat(MAX_MESSAGE_CHARACTERS / 16 + 1))).toBe('too-long')
})

test.each([
  // The right value alone, of the same kind as in the line said last.
  ['My brother Ben lives in York', 'Sorry, I meant in Leeds', 'people/ben.md: Lives in Leeds'],
  ['My birthday is 3 May', 'No, it is on the 5th of May', 'about-me.md: Birthday: 5th of May'],
  ['My niece Ida dances on Mondays', 'whoops, meant Thursdays', 'people/ida.md: Dances on Thursdays'],
  ['We ship the new e-bike on 14 March', "No wait, it's the 28th", 'notes.md: We ship the new e-bike on 28th March'],
  ['My daughter Mia turns 6 next month', "That's wrong, Mia turns 7", 'people/mia.md: Turns 7'],
  ['My name is Tom', 'Please call me Tommy from now on', 'about-me.md: Name: Tommy'],
  [
    'Meine Schwester Eva wohnt in Köln. Merk dir: meine Schwester Eva wohnt in Köln',
    'Nein, in Bonn',
    'about-me.md: Meine Schwester Eva wohnt in Bonn',
  ],
  ['请记住我住在上海', '不对，是苏州', 'about-me.md: 我住在苏州'],
  // With the value that was wrong.
  ['My cousin Lou moved to Perth', 'oops, she moved to Cairns not Perth', 'people/lou.md: Moved to Cairns'],
  ['Our anniversary is 2 June', 'my bad, it’s the 3rd not the 2nd', 'about-me.md: Anniversary: 3 June'],
  [
    'Remember: bins go out on tuesday and glass on friday',
    'no wait, glass is monday',
    'notes.md: Bins go out on tuesday and glass on monday',
  ],
])('after %j, %j leaves %j', (first, correction, line) => {
  const { lines } = played(first, correction)
  expect(lines).toContain(line)
  expect(lines).toHaveLength(played(first).lines.length)
})

test.each([
  ['My birthday is 3 May', 'No, hers is on 5 May'],
  ["Ana's birthday is 3 May", 'No, mine is on 5 May'],
  ['I live in Porto', 'No, not in Faro'],
  ['My blood type is 0 negative', 'sorry, it’s the 4th'],
  ['I moved from Leeds to York', 'actually, she moved to Spain'],
])('after %j, %j fits no line, and that is said', (first, correction) => {
  const { lines, answer } = played(first, correction)
  expect(lines).toEqual(played(first).lines)
  expect(answer).toMatch(/corrects|who is meant/)
})

test.each([
  [
    'Merk dir, dass Ana allergisch gegen Muscheln ist',
    'Nein, Ana ist allergisch gegen Nüsse',
    'people/ana.md: Ist allergisch gegen Nüsse',
    'Mach das rückgängig',
  ],
  [
    'Recuerda que Ana es alérgica al marisco',
    'En realidad, Ana es alérgica a los frutos secos',
    'people/ana.md: Es alérgica a los frutos secos',
    'Deshaz eso',
  ],
  ['请记住安娜对海鲜过敏', '不对，安娜对坚果过敏', 'people/安娜.md: 对坚果过敏', '撤销'],
])('the window offers %j, %j: they write %j, and %j takes it back', (make, correct, line, undo) => {
  const before = played(make).lines
  expect(played(make, correct).lines).toEqual([line])
  expect(played(make, correct, undo).lines).toEqual(before)
})

test.each([
  ['Merke dir, dass mein Rad blau ist', 'about-me.md: Mein Rad ist blau'],
  ['Merk dir dass unser neues Auto rot ist', 'about-me.md: Unser neues Auto ist rot'],
  ['Denk daran, dass das Treffen am Montag ist', 'notes.md: Das Treffen ist am Montag'],
  ['Merk dir, dass ich gerne wandere, wenn es warm ist', 'about-me.md: Ich wandere gerne, wenn es warm ist'],
  // The verb would have to be taken apart.
  ['Merk dir, dass die Prüfung am Montag stattfindet', 'notes.md: Die Prüfung am Montag stattfindet'],
  ['Acuérdate de que mi bici es azul', 'about-me.md: Mi bici es azul'],
  ['请帮我记住我的自行车是蓝色的', 'about-me.md: 我的自行车是蓝色的'],
])('%j is kept as a sentence: %j', (message, line) => {
  expect(played(message).lines).toEqual([line])
})

test.each([
  ['Merk dir, dass ich in Porto wohne', 'Wo wohne ich?', 'Ich wohne in Porto'],
  ['Ich heiße Tom', 'Was hast du gespeichert?', 'Ich heiße Tom'],
  ['Notiere: das Codewort ist Fisch', 'Was weißt du über das Codewort?', 'Das Codewort ist Fisch'],
  ['Apunta que Luis vive en Cádiz', '¿Qué sabes de Luis?', 'Vive en Cádiz'],
  ['Me llamo Eva', '¿Qué recuerdas?', 'Me llamo Eva'],
  ['记住小明住在杭州', '你知道小明的什么？', '住在杭州'],
  ['我叫高远', '你记得什么？', '我叫高远'],
])('after %j, %j finds %j', (said, question, found) => {
  expect(played(said, question).answer).toContain(found)
})

test.each([
  ['Merk dir, dass Ana Tee mag', 'Vergiss Ana'],
  ['Merk dir, dass Ana Tee mag', 'Lösche alles über Ana'],
  ['Merk dir, dass Ana Tee mag', 'Vergiss das'],
  ['Recuerda que Ana come pescado', 'Olvida lo de Ana'],
  ['请记住安娜喜欢茶', '忘掉安娜的事'],
  ['I collect stamps', 'forget the stamps thing'],
  ['I collect stamps', 'forget the stamps, I sold them'],
])('after %j, %j deletes it', (first, request) => {
  expect(played(first).lines).toHaveLength(1)
  expect(played(first, request).lines).toEqual([])
})

test.each([
  ['Meine Katze ist süß', /Nicht gespeichert/],
  ['Mi gato es muy gordo y duerme', /No guardado/],
  ['我的猫很胖，天天睡觉', /没有保存/],
  ['J’habite à Lyon avec mon chat', /Not saved|didn’t understand/],
])('%j is no phrase that it knows, and it says so', (message, said) => {
  expect(played(message).lines).toEqual([])
  expect(played(message).answer).toMatch(said)
})

test.each([
  [
    'I live in Porto',
    'What do you know about zebras?',
    'I looked in 1 file (`about-me.md`) and found nothing about “zebras”.',
  ],
  [
    'I live in Porto',
    'forget the trip, they cancelled it',
    'I looked in 1 file (`about-me.md`) and found nothing about “the trip”.',
  ],
  [
    'Remember that Ana likes tea',
    'What do you know about me?',
    'I looked in 1 file (`people/ana.md`) and found nothing about you.',
  ],
  [
    'Merk dir, dass Ana Tee mag',
    'Was weißt du über Zebras?',
    'Ich habe in 1 Datei (`people/ana.md`) nachgesehen und nichts über „Zebras“ gefunden.',
  ],
  ['We ship the new e-bike on 14 March', 'when do we launch?', 'We ship the new e-bike on 14 March'],
  ['My boss is called Priya and she hates long emails', 'Who hates long emails?', 'Hates long emails'],
  ['My boyfriend is Marek. Marek lives in Gdansk.', 'Where does my boyfriend live?', 'Gdansk'],
  ['My mate Gus is a roofer', 'how come you noted the roofer bit', 'My mate Gus'],
])('after %j, %j is answered with %j', (first, question, answer) => {
  expect(played(first, question).answer).toContain(answer)
})

test('what was deleted is brought back by its name', () => {
  const said = ['My daughter Mia loves dinosaurs', 'delete everything about Mia'] as const
  expect(played(...said).lines).toEqual([])
  expect(played(...said, 'bring Mia back').lines).toEqual(played(said[0]).lines)
  expect(played(...said, 'restore Tom').answer).toContain('nothing to undo')
})

test.each([
  ['en', 'Standup is going to be tedious', 'Remember that Standup is going to be tedious'],
  ['de', 'Wir liefern das neue Rad am 14. März aus', 'Merk dir: Wir liefern das neue Rad am 14. März aus'],
])('what is not saved is offered as a sentence that saves it (%s)', (_, said, offered) => {
  const { answer, lines } = played(said)
  expect(lines).toEqual([])
  expect(offerIn(answer)).toBe(offered)
  expect(played(offered).lines).toHaveLength(1)
})

test('of a file nothing is read, and a message beside it is followed', () => {
  const file = { name: 'a.md', text: 'Remember that Ben likes coffee' }
  expect(played(withFiles('', [file])).lines).toEqual([])
  const { answer, lines } = played(withFiles('Remember that Ana likes tea', [file]))
  expect(lines).toEqual(['people/ana.md: Likes tea'])
  expect(answer).toContain('I don’t read attached files')
})

test('“bring it back” undoes the last deletion', () => {
  const { lines } = played('Remember that Mia loves dinosaurs', 'Delete everything about Mia', 'Bring it back')
  expect(lines).toEqual(['people/mia.md: Loves dinosaurs'])
})

test.each(['What is in here?', 'Was ist hier drin?', '¿Qué hay aquí?', '这里有什么？'])('%s', (question) => {
  const { answer } = played('Remember that Mia loves dinosaurs', 'My name is Eva', question)
  expect(answer).toContain('`people/`')
  expect(answer).toContain('`about-me.md`')
})
