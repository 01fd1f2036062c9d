import { expect, test } from 'vitest'
import { played } from './testing/played.ts'

test.each([
  ['My aunt Vera likes gin', 'Why did you write this down?'],
  ['My aunt Vera likes gin', 'why did you note that down'],
  ['Meine Tante Vera mag Gin', 'Warum hast du dir das notiert?'],
  ['Meine Tante Vera mag Gin', 'Wieso hast du das aufgeschrieben?'],
  ['Ma tante Vera aime le gin', 'Pourquoi as-tu enregistré ça ?'],
  ['Ma tante Vera aime le gin', 'Pourquoi tu as écrit ça ?'],
  ['Ma tante Vera aime le gin', 'Pourquoi tu as noté ça ?'],
  ['Mi tía Vera vive en Lugo', '¿Por qué apuntaste eso?'],
  ['Mi tía Vera vive en Lugo', '¿Por qué has guardado esto?'],
  ['Minha tia Vera mora em Braga', 'Por que você anotou isso?'],
  ['Minha tia Vera mora em Braga', 'Por que guardaste isto?'],
  ['我阿姨小兰住在苏州', '你为什么把这个记下来？'],
  ['我阿姨小兰住在苏州', '为什么要保存这个？'],
  ['叔母の由美は京都に住んでいます', 'なぜそれを保存したのですか？'],
  ['叔母の由美は京都に住んでいます', 'どうしてこれをメモしたの？'],
])('after %j, %j is answered with that message', (said, why) => {
  expect(played(said, why).answer).toContain(said)
})

test.each([
  ['Wir haben eine Katze namens Mika', 'Wie heißt unsere Katze noch mal?', 'Mika'],
  ['We have a parrot, Rio', 'What is our parrot called?', 'Rio'],
  ['Nous avons un chat qui répond à Mistigri. Retiens ça.', 'Comment s’appelle notre chat ?', 'Mistigri'],
  ['Soy de Burgos', '¿De dónde te dije que soy?', 'Burgos'],
  ['Sou de Évora', 'De onde eu disse que sou?', 'Évora'],
  ['我女朋友叫小云，她不喝酒', '我女朋友不喝什么？', '酒'],
  ['My boyfriend is Marek. Marek lives in Gdansk.', 'Where does my boyfriend live?', 'Gdansk'],
])('after %j, %j finds %j', (said, question, found) => {
  expect(played(said, question).answer).toContain(found)
})

test('one’s relative is not another’s', () => {
  const said = 'My boyfriend is Marek. Marek lives in Gdansk. Ola lives in Lodz.'
  expect(played(said, 'Where does my boyfriend live?').answer).not.toContain('Lodz')
})
