import { expect, test } from 'vitest'
import { areCompatible, contradicts } from './values.ts'

test('two values of one thing contradict each other unless one only says more', () => {
  const otherwise = ['Porto / Lisbon', '3.12 / 3.13', '2.1 / 1.2', '5 / 1.5', '北京 / 上海', '18:00 / 18:30']
  const more = ['Porto / Porto', 'Porto / Porto, near the river', '3 / 3.12', 'python 3.12 / 3.12', 'Bo / bo']
  const isOtherwise = (pair: string, judge: (a: string, b: string) => boolean): boolean => {
    const [a = '', b = ''] = pair.split(' / ')
    return judge(a, b) && judge(b, a)
  }
  for (const judge of [
    (a: string, b: string) => contradicts(`- Value: ${a}`, `**Value** = ${b}`),
    (a: string, b: string) => !areCompatible('setting', a.toLowerCase(), b.toLowerCase()),
  ]) {
    expect(otherwise.filter((pair) => !isOtherwise(pair, judge))).toEqual([])
    expect(more.filter((pair) => isOtherwise(pair, judge))).toEqual([])
  }
  expect(contradicts('City: Porto', 'Town: Lisbon')).toBe(false)
})
