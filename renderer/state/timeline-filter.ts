import { ChangeKind, kindOf } from '../../shared/change.ts'
import { type Commit } from '../../shared/commit.ts'
import type { HistoryQuery, PeriodStep } from '../../shared/memory.ts'
import { type Actor, isUntrusted, Lineage, Verb } from '../../shared/origin.ts'

// Which entries the timeline shows. Pure.

/** What happened to a file, or the command that did it. */
export type FilterKind = 'any' | ChangeKind | Verb
export type FilterLineage = 'any' | 'untrusted' | Lineage

export interface Filter {
  readonly actors: readonly Actor[]
  readonly kind: FilterKind
  readonly lineage: FilterLineage
  /** A conversation's id; '' for all. */
  readonly conversation: string
  /** Another agent, as the user named it; '' for all. */
  readonly client: string
  /** The first and the last day, as in "2026-11-20", or minute, as in "2026-11-20T14:15"; '' for no limit. */
  readonly from: string
  readonly to: string
  readonly path: string
  readonly words: string
  /** Whether the words are a phrase that one of the changed lines must have. */
  readonly inChange: boolean
}

export const ACTORS: readonly Actor[] = ['agent', 'user', 'outside', 'policy']
export const NO_FILTER: Filter = {
  actors: ACTORS,
  kind: 'any',
  lineage: 'any',
  conversation: '',
  client: '',
  from: '',
  to: '',
  path: '',
  words: '',
  inChange: false,
}

/** Whether changes may be left out. Where words are looked for says nothing without them. */
export function isFiltered({ actors, kind, lineage, conversation, client, from, to, path, words }: Filter): boolean {
  const isOpen = [conversation, client, from, to, path, words].every((value) => value === '')
  return actors.length < ACTORS.length || kind !== 'any' || lineage !== 'any' || !isOpen
}

/** The text that changed lines are searched for; '' for none. */
export function phraseIn({ words, inChange }: Filter): string {
  return inChange ? words.trim() : ''
}

export function queryOf({
  actors,
  kind,
  lineage,
  conversation,
  client,
  from,
  to,
  path,
  words,
  inChange,
}: Filter): HistoryQuery {
  const verb = Verb.safeParse(kind)
  const changeKind = ChangeKind.safeParse(kind)
  const found = words.trim()
  // Nobody types a folder as the store names it.
  const named = path.trim().split('/').filter(Boolean).join('/')
  return {
    ...(actors.length < ACTORS.length && { actors }),
    ...(changeKind.success && { kind: changeKind.data }),
    ...(verb.success && { verbs: [verb.data] }),
    ...(lineage !== 'any' && { lineages: lineagesOf(lineage) }),
    ...(conversation !== '' && { conversation }),
    ...(client !== '' && { client }),
    ...(from !== '' && { from: startOf(from).toISOString() }),
    ...(to !== '' && { to: startOf(to, 1).toISOString() }),
    ...(named !== '' && { path: named }),
    ...(found !== '' && (inChange ? { changed: found } : { words: found })),
  }
}

/** Whether a commit matches the filter. Same rules as the store's, except for words: the store searches the texts. */
export function matchesFilter(commit: Commit, filter: Filter): boolean {
  const { actors, kinds, verbs, lineages, conversation, client, from, to, path } = asRules(queryOf(filter))
  const { origin, changes } = commit
  const paths = changes.flatMap(({ change }) =>
    change.from === undefined ? [change.path] : [change.path, change.from],
  )
  const at = Date.parse(commit.time)
  return (
    actors.includes(origin.actor) &&
    (kinds === null || changes.some(({ change }) => kindOf(change) === kinds)) &&
    verbs.includes(origin.verb) &&
    lineages.includes(origin.lineage) &&
    (conversation === null || origin.conversation === conversation) &&
    (client === null || origin.client === client) &&
    at >= from &&
    at < to &&
    (path === null || paths.some((other) => other === path || other.startsWith(`${path}/`)))
  )
}

function asRules({ actors, kind, verbs, lineages, conversation, client, from, to, path }: HistoryQuery) {
  return {
    actors: actors ?? ACTORS,
    kinds: kind ?? null,
    verbs: verbs ?? Verb.options,
    lineages: lineages ?? Lineage.options,
    conversation: conversation ?? null,
    client: client ?? null,
    from: from === undefined ? -Infinity : Date.parse(from),
    to: to === undefined ? Infinity : Date.parse(to),
    path: path ?? null,
  }
}

function lineagesOf(lineage: Exclude<FilterLineage, 'any'>): readonly Lineage[] {
  return lineage === 'untrusted' ? Lineage.options.filter(isUntrusted) : [lineage]
}

/** The start of a day or minute here, or of a later one. */
function startOf(key: string, later = 0): Date {
  const [year = 0, month = 1, date = 1, hour, minute = 0] = key.split(/[-T:]/).map(Number)
  return hour === undefined
    ? new Date(year, month - 1, date + later)
    : new Date(year, month - 1, date, hour, minute + later)
}

const MINUTE_MS = 60_000
const LAST_MINUTE: Readonly<Record<Exclude<PeriodStep, 'day'>, number>> = { hour: 59, quarter: 14 }

/** The first and the last day or minute of a period here. */
export function periodKeys(from: string, step: PeriodStep): { readonly from: string; readonly to: string } {
  const start = new Date(from)
  if (step === 'day') return { from: dayKey(start), to: dayKey(start) }
  return { from: minuteKey(start), to: minuteKey(new Date(start.getTime() + LAST_MINUTE[step] * MINUTE_MS)) }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A day here, as a filter names it. */
export function dayKey(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function minuteKey(date: Date): string {
  return `${dayKey(date)}T${two(date.getHours())}:${two(date.getMinutes())}`
}
