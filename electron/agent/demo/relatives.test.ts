import { expect, test } from 'vitest'
import { played } from './testing/played.ts'

test.each([
  [
    'Our son Felix started at Hill Road School this week, his coach is Mr Okafor',
    ['felix.md: Is our son', 'felix.md: Started at Hill Road School this week', 'felix.md: Coach: Mr Okafor'],
  ],
  ['姉の由美は来月の初めに会社を辞めます', ['由美.md: 私の姉です', '由美.md: 来月の初めに会社を辞めます']],
  ['妹の彩は今度の秋に結婚します', ['彩.md: 私の妹です', '彩.md: 今度の秋に結婚します']],
  ['我哥哥大伟住在青岛', ['大伟.md: 是我哥哥', '大伟.md: 住在青岛']],
])('%j is known of the relative', (message, lines) => {
  expect(played(message).lines).toEqual(lines.map((line) => `people/${line}`))
})

test.each([
  ['Max is allergic to eggs, by the way, and Nina doesn’t eat pork', 'Is allergic to eggs'],
  ['Max ist übrigens gegen Eier allergisch', 'Ist gegen Eier allergisch'],
  ['Max est allergique aux œufs, au fait', 'Est allergique aux œufs'],
  ['Max es alérgico al huevo, por cierto', 'Es alérgico al huevo'],
  ['Max é alérgico a ovo, aliás', 'É alérgico a ovo'],
])('what is said by the way in %j is left out', (message, line) => {
  expect(played(message).lines).toContain(`people/max.md: ${line}`)
})

test('two people in one message have their own lines', () => {
  expect(played("Max's allergic to eggs btw, and Nina doesn't eat pork").lines).toEqual([
    'people/max.md: Is allergic to eggs',
    "people/nina.md: Doesn't eat pork",
  ])
})

test.each([
  '我爸妈下周五从南京过来住几天',
  '我父母每个月来看我一次',
  '我爷爷奶奶上周三去了海南',
  '我妈下周二去北京出差',
  'My parents Visit Rome every summer',
  'Meine Eltern Anfang Mai kommen sie zu uns',
  'Mes parents Lyon leur manque beaucoup',
  'Mis padres Sevilla les encanta mucho',
  'Meus pais Lisboa adoram visitar',
])('%j names nobody', (message) => {
  expect(played(message).lines.filter((line) => line.startsWith('people/'))).toEqual([])
})

test.each(['わたしの弟の健はうるさいです', '姉の由美は今日遅れます', 'My son Felix started shouting at me today'])(
  'nothing is kept of %j',
  (message) => {
    expect(played(message).lines).toEqual([])
  },
)
