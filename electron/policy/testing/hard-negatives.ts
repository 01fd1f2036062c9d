import type { Sample } from './labelled-secrets.ts'
import { HEX, LOWER, UPPER, WORD, type Random } from './random.ts'
import { readSamples } from './read-samples.ts'

const MADE: Readonly<Record<string, (r: Random) => string>> = {
  'git hash': (r) =>
    r.of(['commit §', 'fixed in §', 'Merge § into main', 'the auth fix is §']).replace('§', r.signs(40, HEX)),
  'short hash': (r) => `see ${r.signs(7, HEX)} and ${r.signs(10, HEX)}`,
  uuid: (r) => `id ${[8, 4, 4, 4, 12].map((count) => r.signs(count, HEX)).join('-')}`,
  ulid: (r) => `Variorum-Id: 01${r.signs(24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`,
  sha256: (r) => `${r.signs(64, HEX)}  ${r.signs(6, LOWER)}.tar.gz`,
  integrity: (r) => `"integrity": "sha512-${r.signs(86, `${WORD}+/`)}==",`,
  image: (r) => `![x](data:image/png;base64,iVBORw0KGgo${r.signs(200, `${WORD}+/`)}=)`,
  version: (r) =>
    r
      .of(['v§', 'version §', 'Chrome/§', '"left-pad": "^§"', 'upgrade to §'])
      .replace('§', `${1 + r.below(20)}.${r.below(20)}.${r.below(99)}`),
  order: (r) => `order ${r.of(['#', 'no. ', 'A-'])}1${r.digits(7)}`,
  isbn: (r) => `ISBN 978-3-${r.digits(2)}-${r.digits(6)}-${r.digits(1)}`,
  timestamp: (r) =>
    r.of([
      `17${r.digits(8)}`,
      `17${r.digits(11)}`,
      `2026-0${1 + r.below(9)}-1${r.below(9)}T10:${10 + r.below(49)}:00Z`,
      `20260${1 + r.below(9)}1${r.below(9)}`,
    ]),
  price: (r) => `EUR ${1 + r.below(9)},${r.digits(3)}.${r.digits(2)} for ${r.digits(2)} pieces`,
  place: (r) => `${r.below(90)}.${r.digits(6)}, -${r.below(90)}.${r.digits(6)}`,
  mac: (r) => Array.from({ length: 6 }, () => r.signs(2, HEX)).join(':'),
  colour: (r) => `color: #${r.signs(6, HEX)}; background: #${r.signs(3, HEX)}`,
  minified: (r) =>
    `!function(e,t){var n=e.${r.signs(3, LOWER)};return n.token=t,n.password=function(){return t(e)}}(${r.signs(2, LOWER)});`,
  part: (r) => `part ${r.signs(3, UPPER)}-${r.digits(4)}-${r.digits(2)}`,
  time: (r) => `10:${10 + r.below(49)} to 12:${10 + r.below(49)}, room ${r.digits(3)}`,
  measure: (r) => `${r.digits(3)}x${r.digits(3)} px, ${r.digits(2)}.${r.digits(2)} kg, ${r.digits(4)} rpm`,
}

/** Texts that look like secrets or personal data but are not. */
export function hardNegatives(r: Random, each: number): readonly Sample[] {
  const made = Object.entries(MADE).flatMap(([family, make]) =>
    Array.from({ length: each }, (): Sample => ({ family, text: `Note. ${make(r)}\nNext line.`, secret: null })),
  )
  return [...made, ...readSamples.writtenNegatives().map((text): Sample => ({ family: 'written', text, secret: null }))]
}
