import type { Pick } from '../../../testing/random.ts'

// An answer as its sender means it, for streams that say it in the ways of many servers.

export interface MeantCall {
  readonly id: string
  readonly input: Readonly<Record<string, string>>
  /** The text of its input in pieces; without any one of them, or with one twice, it is no JSON. */
  readonly pieces: readonly string[]
}

export interface MeantAnswer {
  readonly thoughts: readonly string[]
  readonly texts: readonly string[]
  readonly calls: readonly MeantCall[]
}

/** One event of a stream, with what its sender means by it. */
export interface Sent {
  /** JSON, or "[DONE]". */
  readonly event: unknown
  readonly part: 'nothing' | 'thought' | 'text' | 'call' | 'arguments' | 'again' | 'finish' | 'end'
  /** What is to be shown of it. */
  readonly said?: string
}

const WORDS = [
  'bins',
  'Grüße',
  '👋',
  '"quoted"',
  '{brace}',
  'back\\slash',
  'line\nbreak',
  '[1, 2]',
  'a: b',
  '</tag>',
  '茶',
]

export function meantAnswer(pick: Pick): MeantAnswer {
  const words = (count: number): readonly string[] =>
    Array.from({ length: pick(count + 1) }, () => `${WORDS[pick(WORDS.length)]} `)
  const calls = Array.from({ length: pick(4) }, (_, at) => meantCall(pick, at))
  // An answer without anything is another matter.
  return { thoughts: words(2), texts: calls.length === 0 ? ['So. ', ...words(2)] : words(2), calls }
}

function meantCall(pick: Pick, at: number): MeantCall {
  const path = `/memories/${at}.md`
  const text = Array.from({ length: 1 + pick(3) }, () => WORDS[pick(WORDS.length)]).join(' and ')
  const input: MeantCall['input'] =
    pick(4) === 0 ? { command: 'delete', path } : { command: 'create', path, file_text: `${at} ${text}.\n` }
  return { id: `call_${at}`, input, pieces: piecesOf(JSON.stringify(input), pick) }
}

/** Each piece has an odd number of quotes, so a text that lacks one, or has one twice, has a string without an end. */
function piecesOf(json: string, pick: Pick): readonly string[] {
  const parts = json.match(/(?:[^"\\]|\\.)*?(?:"|$)/gs)?.filter((part) => part !== '') ?? []
  const rest = parts.at(-1)?.endsWith('"') === false ? (parts.pop() ?? '') : ''
  const pieces: string[] = []
  for (let left = parts.length; left > 0;) {
    const taken = Math.min(left, 1 + 2 * pick(4))
    const odd = taken % 2 === 1 ? taken : taken - 1
    pieces.push(parts.slice(parts.length - left, parts.length - left + odd).join(''))
    left -= odd
  }
  return [...pieces.slice(0, -1), `${pieces.at(-1) ?? ''}${rest}`]
}

/** One of these at random. */
export function oneOf<T>(pick: Pick, all: readonly [T, ...T[]]): T {
  return all[pick(all.length)] ?? all[0]
}

export type IndexHabit = 'right' | 'from-one' | 'as-text' | 'zero' | 'none' | 'tail'

/**
 * How a server numbers its calls.
 * @param at the number of the call, from 0
 * @param tail what a server that goes on under another number writes
 */
export function indexIn(index: IndexHabit | 'running', at: number, tail: number): { readonly index?: number | string } {
  switch (index) {
    case 'none':
      return {}
    case 'zero':
      return { index: 0 }
    case 'from-one':
      return { index: at + 1 }
    case 'as-text':
      return { index: `${at}` }
    case 'tail':
      return { index: tail }
    default:
      return { index: at }
  }
}
