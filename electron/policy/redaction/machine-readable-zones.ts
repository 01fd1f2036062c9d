import { detector, NEAR } from './scan.ts'

const LINE = /(?<![A-Z0-9<])[A-Z0-9<]{28,46}(?![A-Za-z0-9<])/g
/** Dates of birth and expiry, each with its check digit. */
const DATES = /([0-9<]{6}[0-9])[MFX<]([0-9<]{6}[0-9])/
const WEIGHTS = [7, 3, 1] as const

/** The lines for machines on passports, visas and identity cards (ICAO 9303). */
export const machineReadableZones = detector(NEAR, ({ text }, found) => {
  if (!text.includes('<<')) return
  for (const match of text.matchAll(LINE))
    if (isLine(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, rule: 'machine-readable zone' })
})

function isLine(line: string): boolean {
  const [, birth, expiry] = DATES.exec(line) ?? []
  if (birth !== undefined && expiry !== undefined && isChecked(birth) && isChecked(expiry)) return true
  // The line of the names, or the first of an identity card, ends with fillers.
  return /^[A-Z][A-Z0-9<]*[A-Z0-9].*<<|^[A-Z]+<<[A-Z]/.test(line) && /<{2,}[A-Z]|<{4,}\d?$/.test(line)
}

/** The last digit is the sum of the others, with weights. */
function isChecked(field: string): boolean {
  const sum = Array.from(field.slice(0, -1)).reduce(
    (total, sign, at) => total + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * (WEIGHTS[at % 3] ?? 0),
    0,
  )
  return sum % 10 === Number(field.at(-1))
}
