import { describe, expect, it } from 'vitest'
import { annotatedLines, withLine, withoutBlockMark } from './annotated-lines.ts'

describe('annotatedLines', () => {
  it('classifies every line and keeps its number', () => {
    const text = '# Title\n\nText\n- item\n  - inner\n3. third\n> said\n---\n```\n# code\n```\n| a | b |\n'
    expect(annotatedLines(text).map(({ kind }) => kind)).toEqual([
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

  it('draws flat properties at the top as such, and others as source, line by line', () => {
    const lines = (text: string) =>
      annotatedLines(text).map(({ number, kind, mark, text }) => [number, kind, mark, text])
    expect(lines('---\ntitle: Tea\n---\nText\n')).toEqual([
      [1, 'edge', '', '---'],
      [2, 'property', 'title', 'Tea'],
      [3, 'edge', '', '---'],
      [4, 'text', '', 'Text'],
    ])
    expect(lines('---\na: b: c\n---\n- item\n')).toEqual([
      [1, 'fence', '', '---'],
      [2, 'code', '', 'a: b: c'],
      [3, 'fence', '', '---'],
      [4, 'li', '–', 'item'],
    ])
  })

  it('counts no empty line after the final line break', () => {
    expect(annotatedLines('a\r\nb\r\n')).toHaveLength(2)
  })
})

describe('withLine', () => {
  it('replaces one line and keeps the line breaks', () => {
    expect(withLine('a\r\nb\nc', 2, 'B')).toBe('a\r\nB\nc')
    expect(withLine('a\nb\n', 1, 'A')).toBe('A\nb\n')
  })
})

describe('withoutBlockMark', () => {
  it('leaves what a line says', () => {
    expect(['- a', '  3. b', '## c', '> d', 'e', '---', '- '].map(withoutBlockMark)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      '---',
      '- ',
    ])
  })
})
