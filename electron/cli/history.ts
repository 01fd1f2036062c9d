import { isClaimed, personOf, type Commit } from '../../shared/commit.ts'
import { shownName } from '../../shared/invisible.ts'
import type { ChangedLines, HistoryQuery } from '../../shared/memory.ts'
import { type Actor, type Lineage, type Verb } from '../../shared/origin.ts'
import { unifiedDiff } from '../../shared/unified-diff.ts'
import type { Core } from '../core.ts'
import { storePath } from '../store-path.ts'
import { print } from './output.ts'
import { printable, withCore, type Place } from './place.ts'

/** What `log` lists, as its options name it. */
export interface LogOptions {
  readonly json?: boolean
  readonly limit: number
  readonly path?: string
  readonly actor?: readonly Actor[]
  readonly verb?: readonly Verb[]
  readonly lineage?: readonly Lineage[]
  readonly conversation?: string
  readonly client?: string
  readonly from?: string
  readonly to?: string
  readonly words?: string
  readonly changed?: string
}

function queryOf({
  path,
  actor,
  verb,
  lineage,
  conversation,
  client,
  from,
  to,
  words,
  changed,
}: LogOptions): HistoryQuery {
  return {
    ...(path !== undefined && storePath(path) !== '' && { path: storePath(path) }),
    ...(actor !== undefined && { actors: actor }),
    ...(verb !== undefined && { verbs: verb }),
    ...(lineage !== undefined && { lineages: lineage }),
    ...(conversation !== undefined && { conversation }),
    ...(client !== undefined && { client }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(words !== undefined && { words }),
    ...(changed !== undefined && { changed }),
  }
}

export async function log(place: Place, options: LogOptions): Promise<void> {
  const { json = false, limit } = options
  await withCore(place, async ({ store }) => {
    let after: string | undefined
    let first: string | undefined
    for (let left = limit; left > 0;) {
      const page = await store.history({ ...queryOf(options), limit: Math.min(left, 200), after })
      first ??= page.first?.id
      for (const [at, commit] of page.commits.entries()) {
        const found = page.found?.[at]
        const isFirst = commit.id === first
        if (json)
          await print(`${JSON.stringify(found === undefined ? commit : { ...commit, found, first: isFirst })}\n`)
        else await print(`${line(commit)}${isFirst ? '  (first written here)' : ''}\n${foundLines(found)}`)
      }
      left -= page.commits.length
      if (page.next === null) break
      after = page.next
    }
  })
}

/** The changed lines that were searched for, as in a diff. */
function foundLines(found: ChangedLines | undefined): string {
  if (found === undefined) return ''
  const { lines, count } = found
  const shown = lines.map(({ path, kind, text }) => `    ${kind === 'added' ? '+' : '-'} ${path}: ${text}`)
  const more = count > lines.length ? [`      and ${count - lines.length} more`] : []
  return [...shown, ...more].map((each) => `${shownName(each)}\n`).join('')
}

export function line(commit: Commit): string {
  const { id, time, origin, subject, undoneBy } = commit
  const person = personOf(commit)
  const source = isClaimed(commit) ? '  (claimed)' : person === null ? '' : '  (with git)'
  const who = (person ?? origin.actor).padEnd(7)
  return shownName(`${id.slice(0, 10)}  ${time}  ${who}  ${subject}${source}${undoneBy === null ? '' : '  (undone)'}`)
}

export async function show(place: Place, ref: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  await withCore(place, async (core) => {
    const commit = await core.store.commit(ref)
    await print(json ? `${JSON.stringify(commit)}\n` : printable(await describe(core, commit)))
  })
}

async function describe({ store }: Core, commit: Commit): Promise<string> {
  const { origin } = commit
  const from =
    origin.conversation === undefined
      ? []
      : [`from      conversation ${origin.conversation}, turn ${origin.turn ?? '?'}`]
  const by = [personOf(commit) ?? origin.actor, origin.client, origin.model]
    .filter((each) => each !== undefined)
    .join(', ')
  const head = [
    `commit    ${commit.id}`,
    `id        ${commit.variorumId ?? '(not made by Variorum)'}`,
    `by        ${by}${commit.ours ? '' : ' (claimed, not verified)'}`,
    `time      ${commit.time}`,
    ...from,
  ]
  const patches = await Promise.all(
    commit.changes.map(
      async ({ change }) =>
        (await unifiedDiff(change, (id) => store.text(id))) ?? `${shownName(change.path)}: not text\n`,
    ),
  )
  const more =
    commit.changeCount > commit.changes.length ? [`and ${commit.changeCount - commit.changes.length} more files\n`] : []
  return `${head.join('\n')}\n\n    ${shownName(commit.subject)}\n\n${[...patches, ...more].join('\n')}`
}
