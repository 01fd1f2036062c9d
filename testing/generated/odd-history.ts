import { Buffer } from 'node:buffer'
import { addObject, moveMain, type Place } from '../hostile/forge.ts'
import { random } from '../random.ts'

// Commits as other programs write them, or somebody by hand: names, dates, zones, authors and messages that git accepts.

const LONG = 'very long '.repeat(600)
const RIGHT_TO_LEFT = '\u202egnp.exe\u202c \u200f'
const CONTROLS = '\u001b[2J\u001b]0;x\u0007\r\b'

const NAMES: readonly Buffer[] = [
  ['a.md', 'line\nbreak.md', '\nfirst.md', 'tab\there.md', 'cr\r.md', 'quo"te\'s.md', 'back\\slash.md', '%41.md'],
  ['%.md', '%2F.md', '100%.md', 'a#b.md', 'a?b=c&d.md', '<b>bold<b>.md', '{0} {name}.md', '$& $1.md', '🔥.md'],
  ['👩‍👩‍👧.md', 'e\u0301.md', `${RIGHT_TO_LEFT}.md`, 'zero\u200bwidth.md', '\u001b[31mred.md', 'CON.md', ' space .md'],
  ['dot.', '-rf.md', '~.md', '*.md', '[x](y).md', '[[x]].md', '__proto__', 'constructor', 'toString.md', 'null'],
  [
    'Infinity.md',
    'undefined',
    `${'long'.repeat(60)}.md`,
    '日本語.md',
    'a:b.md',
    '1',
    '2024',
    'now',
    'a..b',
    '\u2028.md',
  ],
]
  .flat()
  .map((name) => Buffer.from(name))
/** They come and go: what is no text cannot be memory. */
const NO_TEXT = [
  Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]),
  Buffer.from([0xc3, 0x28]),
  Buffer.from([0xed, 0xa0, 0x80]),
]

const AUTHORS = [
  ['A <a@x>', ' <>', '<a@x>', 'A', '', '<<>>', 'A <a@x> <b@y>', `${LONG} <a@x>`, `${RIGHT_TO_LEFT} <a@x>`],
  [`${CONTROLS} <${CONTROLS}>`, '🔥 <🔥>', '__proto__ <constructor>', 'Agent <agent@variorum.invalid>', '{0} <%s>'],
  ['<script>alert(1)</script> <a@x>', ' \t <\t>', 'A < a@x >', 'null <undefined>'],
].flat()
const TIMES = [
  ['0', '1', '-1', '-62135596801', '-99999999999999', '1750000000', '1790000000', '4102444800', '253402300800'],
  ['8640000000000', '8640000000001', '9007199254740993', '18446744073709551615', '9'.repeat(300), '', 'x', '1e9'],
].flat()
const ZONES = [...'+0000 -0000 +9999 -9999 +2400 -2359 -3407 +1400 +0545 +0060 +0 UTC'.split(' '), '']
const MESSAGES = [
  ['x', '', '\n', '   ', '\n\n\nafter blank lines', LONG, 'a\r\nb\r\n', CONTROLS, RIGHT_TO_LEFT, '{0} {name}'],
  ['<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '__proto__', 'fixup! \u2028 two \u2029 lines'],
].flat()
const TRAILERS: readonly (readonly [string, readonly string[]])[] = [
  ['Id', ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'no id', '']],
  ['Actor', ['user', 'agent', 'policy', 'outside', '__proto__']],
  ['Command', ['view', 'edit', 'undo', 'restore', 'rename', 'toString']],
  ['Conversation', ['c1', '../../x', 'x'.repeat(64), '__proto__', 'constructor']],
  ['Turn', ['1', '0', '-1', '1e300', '9007199254740993', '0x10']],
  ['Model', ['m', LONG, RIGHT_TO_LEFT, '{0}']],
  ['Lineage', ['user', 'outside', 'nobody']],
  ['Undoes', ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x']],
  ['Restores', ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'.repeat(500), '../..']],
  ['Tokens', ['12', '-5', '1e308', 'x']],
]
const HEADERS = [
  '',
  ...['encoding ISO-8859-1', 'encoding x-nothing', 'encoding UTF-16', 'gpgsig x\n y'].map((line) => `${line}\n`),
]

/** Writes a branch of this many commits, each made of parts chosen at random, and all kinds of names from the first on. */
export function writeOddHistory(place: Place, count: number, seed: number): void {
  const below = random(seed)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[below(from.length)]
    if (one === undefined) throw new Error('There is nothing to choose from.')
    return one
  }
  const files = new Map<string, string>()
  const set = (name: Buffer, text: string): unknown =>
    files.set(name.toString('latin1'), addObject(place, 'blob', Buffer.from(text)))
  for (const name of NAMES) set(name, `# ${name.toString()}\n\nfirst\n`)
  let head: string | null = null
  for (let made = 0; made < count; made += 1) {
    for (let changes = below(3); changes >= 0; changes -= 1)
      set(pick(NAMES), `# Changed\n\n${made}\n[[${pick(NAMES)}]]\n`)
    for (const name of NO_TEXT)
      if (made < count - 1 && below(2) === 0) set(name, `${made}\n`)
      else files.delete(name.toString('latin1'))
    if (below(4) === 0) files.delete(pick(NAMES).toString('latin1'))
    const trailers = TRAILERS.filter(() => below(2) === 0).map(([name, values]) => `Variorum-${name}: ${pick(values)}`)
    const message = below(2) === 0 ? pick(MESSAGES) : `${pick(MESSAGES)}\n\n${trailers.join('\n')}\n`
    const who = (): string => `${pick(AUTHORS)} ${pick(TIMES)} ${pick(ZONES)}`
    const parent = head === null ? '' : `parent ${head}\n`
    const lines = `tree ${treeOf(place, files)}\n${parent}author ${who()}\ncommitter ${who()}\n${pick(HEADERS)}\n${message}`
    head = addObject(place, 'commit', Buffer.from(lines))
  }
  if (head !== null) moveMain(place, head)
}

/** All files, and the same in a folder. */
function treeOf(place: Place, files: ReadonlyMap<string, string>): string {
  const entries = [...files].map(([name, id]) => ({ mode: '100644', name, id }))
  const folder = { mode: '40000', name: 'zz\nfolder', id: addTree(place, entries) }
  return addTree(place, [...entries, folder])
}

/** The names are bytes, one a character; in git's order, none of them a beginning of the folder's. */
function addTree(place: Place, entries: readonly { mode: string; name: string; id: string }[]): string {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const bytes = sorted.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(id, 'hex'),
  ])
  return addObject(place, 'tree', Buffer.concat(bytes))
}
