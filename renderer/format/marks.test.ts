import { describe, expect, it } from 'vitest'
import { diffRows } from '../text/diff-rows.ts'
import { countMarks, markPieces } from './marks.ts'

describe('markPieces', () => {
  it('splits a text at its marks and loses nothing', () => {
    const text = 'Token [redacted: api key], pin ••••••••.'
    const pieces = markPieces(text)
    expect(pieces.map(({ rule }) => rule)).toEqual([null, 'api key', null, '', null])
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  })

  it('leaves other brackets and few dots alone', () => {
    expect(markPieces('[a] [redacted:x] ••• [redacted: ]]').map(({ rule }) => rule)).toEqual([null])
    expect(countMarks(null)).toBe(0)
  })
})

describe('diffs of marks', () => {
  it('treats a mark as one word', () => {
    const [row] = diffRows('The token is abc-def for the export', 'The token is [redacted: api key] for the export')
    expect(row).toMatchObject({ kind: 'changed' })
    const added =
      row?.kind === 'changed' ? row.pieces.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim()) : []
    expect(added).toEqual(['[redacted: api key]'])
  })
})
