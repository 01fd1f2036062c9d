import { expect, test } from 'vitest'
import { propertiesOf, timeIn } from './properties.ts'

const valuesOf = (text: string) => Object.fromEntries(propertiesOf(text).values)

test('flat properties, lists and those within another are read; what is odd is passed over', () => {
  expect(
    valuesOf(
      '---\r\na: "b: c"\r\nlist: [x, \'y z\']\r\nitems:\r\n  - one\r\n  - two\r\nlong: >\r\n  first\r\n  second\r\nempty:\r\nof:\r\n  kind: user\r\n{odd\r\n---\r\n\r\ntext',
    ),
  ).toEqual({
    a: ['b: c'],
    list: ['x', 'y z'],
    items: ['one', 'two'],
    long: ['first second'],
    empty: [],
    of: [],
    'of.kind': ['user'],
  })
})

test('the text below is all of it where there are none', () => {
  for (const text of [
    '# A\n---\nb: c\n---\n',
    '---\nno end\n',
    '',
    '----\na: b\n---\n',
    `---\na: ${'x'.repeat(30_000)}\n---\n`,
  ])
    expect(propertiesOf(text)).toEqual({ values: new Map(), body: text })
  expect(propertiesOf('---\na: b\n---\n\n\ntext\n').body).toBe('text\n')
  expect(propertiesOf('---\na: b\n---').body).toBe('')
})

test('a time is what begins with a day', () => {
  const properties = propertiesOf('---\nmodified: soon\nupdated: 2026-05-01T10:00:00+02:00\n---\n')
  expect(timeIn(properties, 'none', 'modified', 'updated')).toBe('2026-05-01T08:00:00.000Z')
  expect(timeIn(properties, 'modified')).toBeNull()
})
