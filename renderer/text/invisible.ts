import { t } from '@lingui/core/macro'

// What invisible characters (shared/invisible.ts) are called.

const SHORT: Readonly<Record<number, string>> = {
  0x09: '⇥',
  0x0a: '↵',
  0x0d: 'CR',
  0x1b: 'ESC',
  0x20: '·',
  0x7f: 'DEL',
  0x85: 'NEL',
  0xa0: 'NBSP',
  0xad: 'SHY',
  0x34f: 'CGJ',
  0x61c: 'ALM',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LS',
  0x2029: 'PS',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x202f: 'NNBSP',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0xfeff: 'BOM',
}

const hex = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
const isTag = (code: number): boolean => code >= 0xe0020 && code <= 0xe007e

/** What stands for the character on the page: its usual abbreviation, else its number. */
export function shortName(code: number): string {
  if (isTag(code)) return `TAG ${String.fromCharCode(code - 0xe0000)}`
  if (code >= 0xfe00 && code <= 0xfe0f) return `VS${code - 0xfe00 + 1}`
  return SHORT[code] ?? hex(code)
}

/** The character's name, for tooltips and screen readers. */
export function longName(code: number): string {
  const number = hex(code)
  const name = nameOf(code)
  return name === null ? t`invisible character ${number}` : `${name} (${number})`
}

function nameOf(code: number): string | null {
  if (isTag(code)) {
    const letter = String.fromCharCode(code - 0xe0000)
    return t`invisible tag character “${letter}”`
  }
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return t`variation selector`
  if (code >= 0xd800 && code <= 0xdfff) return t`incomplete character`
  if (code !== 0x85 && (code < 0x20 || (code >= 0x7f && code < 0xa0))) return controlName(code)
  if (code === 0x20 || (code >= 0x2000 && code <= 0x200a) || code === 0x205f) return t`space`
  return formatName(code)
}

function controlName(code: number): string {
  if (code === 0x09) return t`tab`
  if (code === 0x0a) return t`line break`
  if (code === 0x0d) return t`carriage return`
  return t`control character`
}

// One line for each name.
// oxlint-disable-next-line max-lines-per-function
function formatName(code: number): string | null {
  switch (code) {
    case 0x85:
      return t`next line`
    case 0xa0:
    case 0x202f:
      return t`no-break space`
    case 0xad:
      return t`soft hyphen`
    case 0x200b:
      return t`zero width space`
    case 0x200c:
      return t`zero width non-joiner`
    case 0x200d:
      return t`zero width joiner`
    case 0x2060:
      return t`word joiner`
    case 0xfeff:
      return t`byte order mark`
    case 0x2028:
      return t`line separator`
    case 0x2029:
      return t`paragraph separator`
    case 0x200e:
      return t`left-to-right mark`
    case 0x200f:
    case 0x61c:
      return t`right-to-left mark`
    case 0x202a:
    case 0x202d:
    case 0x2066:
      return t`turns the text left-to-right`
    case 0x202b:
    case 0x202e:
    case 0x2067:
      return t`turns the text right-to-left`
    case 0x202c:
    case 0x2069:
      return t`ends the change of text direction`
    case 0x2068:
      return t`starts text whose direction is detected`
    default:
      return null
  }
}
