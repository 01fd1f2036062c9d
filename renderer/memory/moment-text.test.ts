import { expect, it } from 'vitest'
import { momentText } from './moment-text.ts'

it('is what was selected, the line whose markup hid it, or the selected line without its mark', () => {
  const text = '# Trip\n- Take the **8.10**, not the 8.40\n'
  expect(momentText(text, '  not the 8.40\nmore', null)).toBe('not the 8.40')
  expect(momentText(text, 'the 8.10, not', null)).toBe('Take the **8.10**, not the 8.40')
  expect(momentText(text, '', 2)).toBe('Take the **8.10**, not the 8.40')
  expect(momentText(text, '', null)).toBe('')
})
