import type { Waiting } from '../../shared/waiting.ts'

export type WaitingWrite = Extract<Waiting, { readonly kind: 'write' }>

/** What one agent, or one conversation, wants to write, or one device wrote differently: oldest first, and what changes one file side by side. */
export interface WaitingGroup {
  readonly source: string
  readonly writes: readonly WaitingWrite[]
}

interface WaitingGroups {
  readonly others: readonly Waiting[]
  readonly groups: readonly WaitingGroup[]
  /** What nobody has answered for long: it asks no more, and waits on. */
  readonly old: readonly WaitingWrite[]
}

const OLD_MS = 14 * 24 * 60 * 60 * 1000

const isOld = ({ at }: WaitingWrite, now: number): boolean => now - Date.parse(at) > OLD_MS

/** What the user is still asked about: all but what nobody has answered for long. */
export const stillAsked = (waiting: readonly Waiting[], now = Date.now()): readonly Waiting[] =>
  decidedAlone(waiting).filter((each) => each.kind !== 'write' || !isOld(each, now))

/** Without what is decided together with whoever was stopped. */
function decidedAlone(waiting: readonly Waiting[]): readonly Waiting[] {
  const together = new Set(waiting.flatMap((each) => (each.kind === 'stopped' ? each.writes : [])))
  return waiting.filter(({ id }) => !together.has(id))
}

/** What waits for the user, as it is listed. */
export function waitingGroups(waiting: readonly Waiting[], now = Date.now()): WaitingGroups {
  const writes = decidedAlone(waiting).filter((each) => each.kind === 'write')
  const bySource = Map.groupBy(
    writes.filter((each) => !isOld(each, now)),
    ({ conflict, origin: { client, conversation } }) =>
      conflict === undefined ? (conversation ?? client ?? '') : `device ${conflict.device}`,
  )
  return {
    others: waiting.filter(({ kind }) => kind !== 'write'),
    groups: [...bySource].map(([source, each]) => ({ source, writes: besideEachOther(each) })),
    old: writes.filter((each) => isOld(each, now)),
  }
}

/** In the order in which they are listed. */
export function writesAsListed(waiting: readonly Waiting[]): readonly WaitingWrite[] {
  const { groups, old } = waitingGroups(waiting)
  return [...groups.flatMap(({ writes }) => writes), ...old]
}

const besideEachOther = (writes: readonly WaitingWrite[]): readonly WaitingWrite[] =>
  [...Map.groupBy(writes, ({ paths: [first = ''] }) => first).values()].flat()
