import { unescaped } from '../redaction/decoded.ts'
import { normalised } from '../redaction/normalise.ts'
import type { Reach } from '../redaction/scan.ts'
import type { Random } from './random.ts'

/** A text in which an edit completes a secret, perhaps far from the rest of it. */
export interface Completion {
  readonly before: string
  readonly after: string
  /** Characters between the edit and the rest, as the detectors see them. */
  readonly distance: number
}

/** A secret to take apart, and the name of what to put between its parts. */
export interface Apart {
  readonly text: string
  readonly filler: string
}

const IDEOGRAPH = '山'
const ZERO_WIDTH = '\u200b'

/** Lines to put between the parts of a secret; some are like the line before them, so that a table goes on. */
const FILLERS: Readonly<Record<string, (line: string) => string>> = {
  ascii: () => 'It is green here, and wet.\n',
  ideographs: () => '山山山山山山山山山 川川川川川川川川川\n',
  'ideographs, ended as on Windows': () => '山山山山山山山山 川川川川川川川川\r\n',
  emoji: () => '🌲🌲🌲🌲🌲 🌲🌲🌲🌲🌲\n',
  'combining marks': () => 'á é í ó ú.\n'.normalize('NFD'),
  'invisible only': () => `${ZERO_WIDTH.repeat(12)} ${ZERO_WIDTH.repeat(12)}\n`,
  'invisible among letters': () => `wet ${[...'grass'].join(ZERO_WIDTH.repeat(4))}\n`,
  'full width': () => 'ｗｅｔ　ａｎｄ　ｇｒｅｅｎ\n',
  'one sign, long form': () => 'ﷺ ﷺ\n',
  blank: () => '\n',
  escaped: () => '&#x0002e;&#x0002e; &#x0002e;%2e\n',
  'rows of ASCII': (line) => rowLike(line, 'b'),
  'rows of ideographs': (line) => rowLike(line, IDEOGRAPH),
  'rows with invisible signs': (line) => rowLike(line, `a${ZERO_WIDTH.repeat(4)}`),
}
export const FILLER_NAMES: readonly string[] = Object.keys(FILLERS)

const rowLike = (line: string, sign: string): string =>
  `${line.replaceAll(/<[^<>]*>|[\p{L}\p{N}]/gu, (part) => (part.startsWith('<') ? part : sign))}\n`

/** Of the reach, the widest first. A detector that declares as much for another form of its secret may bridge less here. */
const SHARES = [0.97, 0.62, 0.45, 0.3, 0.02]
const MAX_CUT = 12

/**
 * Takes a text that is secret apart at a place, puts lines between the two, as many as `isSecret` still bridges, and makes
 * one of the two the edit, or a piece of it. Returns null if no place that is tried gives an edit that completes the secret.
 */
export function completionOf(
  apart: Apart,
  reach: Reach,
  random: Random,
  isSecret: (text: string) => boolean,
): Completion | null {
  for (let place = 0; place < MAX_PLACES; place += 1) {
    const found = completionAt(placeIn(apart.text, random), apart, reach, { random, isSecret })
    if (found !== null) return found
  }
  // What is secret within a line only stays whole, below the lines.
  return completionAt(0, apart, reach, { random, isSecret })
}

const MAX_PLACES = 4

interface Trial {
  readonly random: Random
  readonly isSecret: (text: string) => boolean
}

function completionAt(
  at: number,
  { text, filler }: Apart,
  reach: Reach,
  { random, isSecret }: Trial,
): Completion | null {
  const [above, below] = [text.slice(0, at), text.slice(at)]
  const line = FILLERS[filler]?.(/([^\n]*)\n?$/.exec(above)?.[1] ?? '') ?? ''
  const seam = above === '' || above.endsWith('\n') || random.below(2) === 0 ? '' : '\n'
  const withLines = (lines: number): string => above + seam + line.repeat(lines) + below
  const isOneBridged = isSecret(withLines(1)) && !isSecret(above + seam + line) && !isSecret(seam + line + below)
  const seen = normalised(line)
  const { length } = (unescaped(seen) ?? seen).text
  const most = Math.max(reach.characters / length, filler.startsWith('rows') ? reach.lines : 0)
  const counts = isOneBridged ? SHARES.map((share) => Math.floor(share * most)) : []
  const longest = counts.find((lines) => isSecret(withLines(lines))) ?? 1
  const after = withLines(longest)
  const between = seam + line.repeat(longest)
  const edits = random.shuffled([
    between + below,
    above + between,
    withoutSome(above, random) + between + below,
    above + between + withoutSome(below, random),
  ])
  const before = isSecret(after) ? edits.find((edit) => !isSecret(edit)) : undefined
  return before === undefined ? null : { before, after, distance: isOneBridged ? longest * length : 0 }
}

/** A place to take a text apart, mostly between two lines. */
function placeIn(text: string, random: Random): number {
  const lines = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  if (lines.length > 0 && random.below(4) > 0) return random.of(lines)
  const words = [...text.matchAll(/[ \t]+|(?<=[>,])/g)].map(({ index, 0: gap }) => index + gap.length)
  return words.length > 0 && random.below(4) > 0 ? random.of(words) : random.below(text.length)
}

function withoutSome(text: string, random: Random): string {
  const from = random.below(Math.max(1, text.length))
  return text.slice(0, from) + text.slice(from + 1 + random.below(MAX_CUT))
}
