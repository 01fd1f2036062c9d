import { AppError } from '../../shared/errors.ts'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import type { Waiting } from '../../shared/waiting.ts'
import type { Core } from '../core.ts'
import { jsonLine, print, printLine } from './output.ts'
import { type Place, printable, withCore } from './place.ts'

/** What agents want to write, who was stopped, and what is imported: these are decided here. */
type Decided = Extract<Waiting, { readonly kind: 'write' | 'stopped' | 'import' }>

const decidedHere = async (core: Core): Promise<readonly Decided[]> =>
  (await core.review.review()).waiting.filter(
    (each) => each.kind === 'write' || each.kind === 'stopped' || each.kind === 'import',
  )

/** Lists what the user decides about first: what agents want to write, and who was stopped. */
export async function waiting(place: Place, { json = false }: { readonly json?: boolean }): Promise<void> {
  await withCore(place, async (core) => {
    const entries = await decidedHere(core)
    if (json) {
      const listed = entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        source: sourceOf(entry),
        paths: entry.kind === 'stopped' ? [] : entry.paths,
        since: entry.at,
      }))
      await print(jsonLine(listed))
    } else if (entries.length === 0) await printLine('nothing waits')
    else
      for (const entry of entries)
        await print(printable(`${entry.id}  ${entry.at}  ${sourceOf(entry)}  ${toldOf(entry)}\n`))
  })
}

function sourceOf(entry: Decided): string {
  if (entry.kind === 'import') return entry.names.join(', ')
  const { actor, client, conversation } = entry.origin
  return client ?? conversation ?? (actor === 'outside' ? 'another program' : 'agent')
}

function toldOf(entry: Decided): string {
  if (entry.kind === 'write') return `${entry.paths.join(' ')}${entry.says === null ? '' : `: ${entry.says}`}`
  if (entry.kind === 'import') return `to import: ${entry.files} ${entry.files === 1 ? 'file' : 'files'}`
  const [done, more] = [entry.commits.length, entry.writes.length]
  return `removed or rewrote too much at once: ${Math.round(entry.share * 100)}% of the memory, ${done} done, ${more} waiting`
}

/** What is meant; whoever was stopped comes first, and takes along what they want to write. @throws if it does not wait */
async function meant(core: Core, ids: readonly string[], all: boolean): Promise<readonly Decided[]> {
  const entries = await decidedHere(core)
  if (!all)
    return ids.map((id) => {
      const entry = entries.find((each) => each.id === id.toUpperCase())
      if (entry === undefined) throw new AppError('bad-request', say('waits-no-more'))
      return entry
    })
  const stopped = entries.filter((each) => each.kind === 'stopped')
  const together = new Set(stopped.flatMap(({ writes }) => writes))
  return [...stopped, ...entries.filter((each) => each.kind !== 'stopped' && !together.has(each.id))]
}

interface Which {
  readonly all?: boolean
}

/** Saves them, and keeps what was done by whoever was stopped. What no longer fits is said, and waits on. */
export async function accept(place: Place, ids: readonly string[], { all = false }: Which): Promise<void> {
  await withCore(place, async (core) => {
    let failed: string | null = null
    for (const { id, kind } of await meant(core, ids, all)) {
      const outcome = await core.accept({ id })
      if (outcome.kind === 'committed') await printLine(`${id}  ${outcome.commit.id.slice(0, 10)}`)
      else if (outcome.kind === 'nothing' && kind === 'stopped') await printLine(`${id}  kept`)
      else if (outcome.kind !== 'nothing') {
        failed = english(outcome.reason)
        await print(printable(`${id}  ${failed}\n`))
      }
    }
    if (failed !== null) process.exitCode = 2
  })
}

interface Refusing extends Which {
  /** What the agent is told. */
  readonly reason?: string
}

/** Drops them, and remembers what they would have added; undoes what was done by whoever was stopped. */
export async function refuse(place: Place, ids: readonly string[], { all = false, reason }: Refusing): Promise<void> {
  await withCore(place, async (core) => {
    for (const entry of await meant(core, ids, all)) {
      const undone =
        entry.kind === 'stopped' && entry.commits.length > 0 ? await core.undo({ commits: entry.commits }) : null
      if (undone !== null && 'reason' in undone && undone.reason.id !== 'nothing-to-undo') {
        // Only the user can decide; until then it waits.
        await print(printable(`${entry.id}  ${english(undone.reason)}\n`))
        process.exitCode = 2
        continue
      }
      await core.refuse(entry.id, reason)
      await printLine(`${entry.id}  ${entry.kind === 'stopped' ? 'undone' : 'not saved'}`)
    }
  })
}
