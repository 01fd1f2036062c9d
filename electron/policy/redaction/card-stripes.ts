import { detector, NEAR } from './scan.ts'

/** ISO 7813: the name between carets, or the expiry after "=" (a "D" where the data was read from a chip). */
const TRACKS = [
  /%?[A-Z]\d{12,19}\^[^^?\n]{2,30}\^\d{4}[^?\n"'`]{0,80}\??/g,
  /;?(?<!\d)\d{12,19}[=D]\d{7,32}[\dF=]{0,16}\??(?!\w)/g,
  /[;+]\d{2}\d{12,19}=[\d=]{10,90}\?/g,
] as const

/** What a magnetic stripe holds. */
export const cardStripes = detector(NEAR, ({ text }, found) => {
  if (!/\d{12}[=^D]/.test(text)) return
  for (const track of TRACKS)
    for (const match of text.matchAll(track))
      found.push({ start: match.index, end: match.index + match[0].trimEnd().length, rule: 'card stripe' })
})
