import type { SQLInputValue } from 'node:sqlite'
import type { TimelineQuery } from './timeline.ts'

interface Conditions {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** A query as conditions on the table of commits, without what is searched for in texts. */
export function conditionsOf(query: TimelineQuery): Conditions {
  const all: (readonly [sql: string, ...values: readonly SQLInputValue[]])[] = []
  const among = (column: string, values: readonly string[] | undefined): void => {
    if (values !== undefined) all.push([`${column} IN (${values.map(() => '?').join(', ')})`, ...values])
  }
  const equals = (column: string, value: SQLInputValue | undefined): void => {
    if (value !== undefined) all.push([`${column} = ?`, value])
  }
  among('actor', query.actors)
  among('verb', query.verbs)
  among('lineage', query.lineages)
  equals('conversation', query.conversation)
  equals('client', query.client)
  equals('turn', query.turn)
  equals('call', query.call)
  equals('variorum_id', query.variorumId)
  if (query.from !== undefined || query.to !== undefined)
    // Few days of many: found by their time first, and sorted then.
    all.push([
      'seq IN (SELECT seq FROM commits WHERE at >= ? AND at < ?)',
      query.from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(query.from),
      query.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.to),
    ])
  if (query.path !== undefined)
    all.push([
      'seq IN (SELECT touches.seq FROM paths JOIN touches ON touches.path = paths.id WHERE paths.path = ? OR (paths.path > ? AND paths.path < ?))',
      query.path,
      `${query.path}/`,
      `${query.path}0`,
    ])
  return { sql: all.map(([sql]) => `AND ${sql}`).join(' '), values: all.flatMap(([, ...values]) => values) }
}
