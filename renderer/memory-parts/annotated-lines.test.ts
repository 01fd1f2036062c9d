import { describe, expect, it } from 'vitest'
import { firstChangedLine } from '../memory/first-line.ts'
import { onNewVersion } from '../memory/merge.ts'
import { stepLine } from '../memory/sparkline.ts'
import { annotatedLines, withLine } from './annotated-lines.ts'

describe('leafLines', () => {
  it('gives every line its own look and place', () => {
    const text = '# Title\n\nText\n- item\n  - inner\n3. third\n> said\n---\n```\n# code\n```\n| a | b |\n'
    expect(annotatedLines(text).map(({ look }) => look)).toEqual([
      'h1',
      'gap',
      'text',
      'li',
      'li',
      'li',
      'quote',
      'rule',
      'fence',
      'code',
      'fence',
      'code',
    ])
    expect(annotatedLines(text)[4]).toMatchObject({ number: 5, depth: 1, text: 'inner', mark: '–' })
    expect(annotatedLines(text)[5]).toMatchObject({ mark: '3.', text: 'third' })
  })

  it('counts no line after the last line end', () => {
    expect(annotatedLines('a\r\nb\r\n')).toHaveLength(2)
  })
})

describe('withLine', () => {
  it('puts one line in another’s place and keeps the line ends', () => {
    expect(withLine('a\r\nb\nc', 2, 'B')).toBe('a\r\nB\nc')
    expect(withLine('a\nb\n', 1, 'A')).toBe('A\nb\n')
  })
})

describe('onNewVersion', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'

  it('keeps both when different lines changed', () => {
    expect(onNewVersion(base, base.replace('two', 'TWO'), base.replace('nine', 'NINE'))).toBe(
      base.replace('two', 'TWO').replace('nine', 'NINE'),
    )
  })

  it('gives up when the same line changed', () => {
    expect(onNewVersion(base, base.replace('two', 'mine'), base.replace('two', 'theirs'))).toBeNull()
  })
})

it('quotes the first line a change wrote', () => {
  expect(firstChangedLine('a\n', 'a\n- Ask Tomás\n')).toBe('Ask Tomás')
  expect(firstChangedLine('a\nb\n', 'a\n')).toBeNull()
})

it('draws a step for every value', () => {
  const { line, xs } = stepLine([1, 2], 100, 44)
  expect(xs).toHaveLength(2)
  expect(line).toMatch(/^M0 [\d.]+H50V[\d.]+H100$/)
})
