import { expect } from 'vitest'
import type { Turn } from '../../../shared/conversation.ts'
import type { Redactor } from '../redactor.ts'
import type { Asked } from './random-service.ts'

// What must be true of every conversation, whatever happened in it.

/** Each request begins with the one before it to the same model, unless something was left out in between. */
export function expectPrefixes(asked: readonly Asked[], from: number): void {
  for (const request of asked.slice(from)) {
    const before = asked.findLast(({ who, number }) => who === request.who && number < request.number)
    if (before !== undefined && before.state === request.state) expectPrefix(before.text, request.text)
  }
}

/** The end of the request before closes its list of messages and its last message. */
function expectPrefix(before: string, after: string): void {
  const beginning = before.replace(/(?:"?\}|\])+$/, '')
  let at = 0
  while (at < beginning.length && beginning[at] === after[at]) at += 1
  if (at < beginning.length)
    expect.fail(`… ${before.slice(Math.max(0, at - 200))}\nwas followed by\n… ${after.slice(Math.max(0, at - 200))}`)
}

/**
 * A request has every message that was neither refused nor replaced, once and in order, and no answer to another one.
 * @param turnOf the turn that made each request
 */
export function expectNothingWithdrawn(
  { text, words, number }: Asked,
  turns: readonly Turn[],
  turnOf: ReadonlyMap<number, number>,
): void {
  const current = turnOf.get(number) ?? 0
  const groups = Map.groupBy(
    turns.filter((turn) => turn.number <= current),
    (turn) => rootOf(turn, turns),
  )
  const expected: string[] = []
  const gone = new Set<number>()
  for (const [root, group] of groups) {
    const last = group.at(-1)
    const isRefused = last?.end?.kind === 'refused' && last.number !== current
    const isReplaced = root.replacedBy !== undefined && root.replacedBy <= current
    if (isRefused || isReplaced) for (const turn of group) gone.add(turn.number)
    else if (root.text.startsWith('Message')) expected.push(root.text)
  }
  expect(words.flatMap((word) => word.match(/Message \d+\./g) ?? [])).toEqual(expected)
  for (const [, answer] of text.matchAll(/Answer (\d+)\./g))
    expect(gone, `answer ${answer}`).not.toContain(turnOf.get(Number(answer)))
}

/** The first turn with the message that a turn answers. */
function rootOf(turn: Turn, turns: readonly Turn[]): Turn {
  const { follows } = turn
  const before = follows?.kind === 'retry' ? turns.find(({ number }) => number === follows.turn) : undefined
  return before === undefined ? turn : rootOf(before, turns)
}

/** A turn without what is only known live: what is redacted on disk, and whether a change was undone since. */
export function comparable(turn: Turn, redactor: Redactor): unknown {
  const parts = turn.parts.map((part) => {
    if (part.kind === 'thought') return { ...part, text: redactor.redact(part.text.toWellFormed()) }
    if (part.kind === 'text') return { ...part, text: part.text.toWellFormed() }
    return part.kind === 'call' ? { ...part, call: { ...part.call, commit: part.call.commit?.id } } : part
  })
  return { ...turn, parts, waiting: undefined }
}
