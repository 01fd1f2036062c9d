import { expect, test } from 'vitest'
import { played } from './testing/played.ts'

// Sentences of our own, as people type them.

test.each([
  // The right value alone, of the same kind as in the line said last.
  ['My brother Ben lives in York', 'Sorry, I meant in Leeds', 'people/ben.md: Lives in Leeds'],
  ['My birthday is 3 May', 'No, it is on the 5th of May', 'about-me.md: Birthday: 5th of May'],
  ['Meine Schwester Eva wohnt in Köln', 'Nein, in Bonn', 'people/eva.md: Wohnt in Bonn'],
  ['Annas Geburtstag ist am 4. Juli', 'Ne, sie hat am 14. Juli', 'people/anna.md: Geburtstag: 14. Juli'],
  ['Mi hermano Luis vive en Cádiz', 'Perdona, en Huelva', 'people/luis.md: Vive en Huelva'],
  ['My niece Ida dances on Mondays', 'whoops, meant Thursdays', 'people/ida.md: Dances on Thursdays'],
  ['Meine Nichte Ida tanzt montags', 'sorry, donnerstags mein ich', 'people/ida.md: Tanzt donnerstags'],
  ['Je fais du judo le lundi', 'pardon, le judo c’est le vendredi', 'about-me.md: Je fais du judo le vendredi'],
  ['我女朋友的生日是5月3日', '哎呀，是9日', 'about-me.md: 女朋友的生日: 5月9日'],
  // Without a value that has a kind: what stands after the same word.
  ['Minha tia Rute tem alergia a nozes', 'ops, a alergia dela é a leite', 'people/rute.md: Tem alergia a leite'],
  // With the value that was wrong.
  ['My cousin Lou moved to Perth', 'oops, she moved to Cairns not Perth', 'people/lou.md: Moved to Cairns'],
  ['Our anniversary is 2 June', 'my bad, it’s the 3rd not the 2nd', 'about-me.md: Anniversary: 3 June'],
  ['Mein Onkel Uli zieht nach Graz', 'quatsch, nach Linz, nicht nach Graz', 'people/uli.md: Zieht nach Linz'],
  ['Ma tante Zoé habite à Brest', 'mince, elle habite à Nice, pas à Brest', 'people/zoé.md: Habite à Nice'],
  ['Mi suegra Inés vive en Lugo', 'ay perdón, vive en Vigo, no en Lugo', 'people/inés.md: Vive en Vigo'],
  ['Meu sogro Ivo mora em Braga', 'opa, mora em Faro, não em Braga', 'people/ivo.md: Mora em Faro'],
  ['我表姐小雨住在苏州', '说错了，是住在无锡，不是苏州', 'people/小雨.md: 住在无锡'],
  ['毎週金曜に泳いでいます', 'ごめん、金曜じゃなくて火曜', 'about-me.md: 毎週火曜に泳いでいます'],
  // Another spelling of a name, wherever it stands.
  ['My aunt Sofia likes tea', 'it’s Sophia with a ph', 'people/sophia.md: Likes tea'],
  ['Mein Trainer Marc wohnt in Ulm', 'der schreibt sich Mark mit k', 'people/mark.md: Wohnt in Ulm'],
  ['Mi prima Jenny es de Vigo', 'se escribe Yenny con y', 'people/yenny.md: Es de Vigo'],
])('after %j, %j leaves %j', (first, correction, line) => {
  const before = played(first).lines
  const { lines } = played(first, correction)
  expect(lines).toContain(line)
  expect(lines).toHaveLength(before.length)
})

test.each([
  ['My birthday is 3 May', 'No, the meeting is on 5 May'],
  ['My birthday is 3 May', 'No, hers is on 5 May'],
  ["Ana's birthday is 3 May", 'No, mine is on 5 May'],
  ['I live in Porto', 'No, not in Faro'],
  ['My blood type is 0 negative', 'sorry, it’s the 4th'],
  ['Ich wohne in Ulm', 'nein, nicht in Bonn'],
  ['I moved from Leeds to York', 'actually, she moved to Spain'],
])('after %j, %j fits no line, and that is said', (first, correction) => {
  const { lines, answer } = played(first, correction)
  expect(lines).toEqual(played(first).lines)
  expect(answer).toMatch(/corrects|berichtigt/)
})

test('two values said in one breath are not mixed up', () => {
  const said = 'Remember: bins go out on tuesday and glass on friday'
  expect(played(said, 'no wait, glass is monday').lines).toEqual([
    'notes.md: Bins go out on tuesday and glass on monday',
  ])
})

test.each([
  ['My flatmate Sarah is vegan', 'Sarah is actually called Zahra', 'people/zahra.md: Is vegan'],
  [
    'Meine Tante Rita hat zwei Söhne, Jan und Ole',
    'Ole heißt eigentlich Olaf',
    'people/rita.md: Hat zwei Söhne, Jan und Olaf',
  ],
  ['Mi amiga Berta es de Lugo', 'Berta en realidad se llama Marta', 'people/marta.md: Es de Lugo'],
  ['我儿子叫小乐', '小乐其实叫小勒', 'about-me.md: 儿子: 小勒'],
])('after %j, %j renames', (first, request, line) => {
  expect(played(first, request).lines).toContain(line)
})

test('why something was saved is answered with what led to it, or with nothing', () => {
  const said = ['My mate Gus is a roofer', 'I collect stamps'] as const
  expect(played(...said, 'how come you noted the roofer bit').answer).toContain('My mate Gus')
  expect(played(...said, 'what made you save the thing about tigers?').answer).toBe(
    'I haven’t saved or changed anything about that in this conversation.',
  )
})

test.each([
  ['I collect stamps', 'forget the stamps thing'],
  ['Ich sammle Briefmarken', 'das mit den Briefmarken kann weg'],
  ['Je collectionne les timbres', 'enlève le truc sur les timbres'],
  ['Yo colecciono sellos', 'quita lo de los sellos'],
  ['Eu coleciono selos', 'esquece aquilo dos selos'],
  ['我喜欢集邮', '集邮那条删了吧'],
  ['趣味は切手です', '切手の話は忘れて'],
])('after %j, %j deletes it', (first, request) => {
  expect(played(first).lines).toHaveLength(1)
  expect(played(first, request).lines).toEqual([])
})

test.each([
  ['I collect stamps', 'forget the stamps, I sold them'],
  ['Ich sammle Briefmarken', 'Vergiss das, ich habe sie verkauft'],
  ['Je collectionne les timbres', 'Oublie ça, je les ai vendus'],
  ['Yo colecciono sellos', 'Olvida eso, los vendí'],
  ['Eu coleciono selos', 'Esquece isso, vendi todos'],
  ['我喜欢集邮', '算了，把这个忘掉吧，我都卖了'],
  ['我喜欢集邮', '把这条忘了吧'],
  ['趣味は切手です', 'それは忘れて、もう売ったので'],
])('after %j, %j deletes it, whatever the reason', (first, request) => {
  expect(played(first).lines).toHaveLength(1)
  expect(played(first, request).lines).toEqual([])
})

test.each([
  ['My uncle Jon lives in Hull but hates rain', 'forget that Jon hates rain', 'Lives in Hull'],
  [
    'Trabalho numa padaria, mas quero estudar direito',
    'Esquece essa parte de estudar direito',
    'Trabalho numa padaria',
  ],
  [
    'Trabajo en una panadería, pero quiero estudiar derecho',
    'Olvida lo de estudiar derecho',
    'Trabajo en una panadería',
  ],
  ['我在面包店上班，但是想学法律', '忘掉学法律的事', '我在面包店上班'],
])('after %j, %j leaves the other clause', (fact, request, left) => {
  expect(played(fact).lines.at(-1)).not.toMatch(new RegExp(`: ${left}$`))
  expect(played(fact, request).lines.at(-1)).toMatch(new RegExp(`: ${left}$`))
})

test.each([
  ['forget the trip, they cancelled it', 'Nothing about “the trip” is in memory', 'What do you remember?'],
  ['Vergiss die Reise, sie fällt aus', '„die Reise“', 'Was hast du gespeichert?'],
])('%j has no such line: that is said, and how to see all', (request, said, how) => {
  const { answer, lines } = played('I collect stamps', request)
  expect(lines).toHaveLength(1)
  expect(answer).toContain(said)
  expect(answer).toContain(how)
})
