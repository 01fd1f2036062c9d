import { describe, expect, it } from 'vitest'
import { rebaseEdit } from './merge.ts'

describe('rebaseEdit', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'

  it('keeps both when different lines changed', () => {
    expect(rebaseEdit(base, base.replace('two', 'TWO'), base.replace('nine', 'NINE'))).toBe(
      base.replace('two', 'TWO').replace('nine', 'NINE'),
    )
  })

  it('gives up when the same line changed', () => {
    expect(rebaseEdit(base, base.replace('two', 'mine'), base.replace('two', 'theirs'))).toBeNull()
  })
})
