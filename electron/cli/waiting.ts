import { AppError } from '../../shared/errors.ts'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import type { Waiting } from '../../shared/waiting.ts'
import type { Core } from '../core.ts'
import { jsonLine, print, printLine } from './output.ts'
import { type Place, printable, withCore } from './place.ts'

type WaitingWrite = Extract<Waiting, { readonly kind: 'write' }>

const writesOf = async (core: Core): Promise<readonly WaitingWrite[]> =>
  (await core.review.review()).waiting.filter((each) => each.kind === 'write')

/** Lists what agents want to write, and the user decides about first. */
export async function waiting(place: Place, { json = false }: { readonly json?: boolean }): Promise<void> {
  await withCore(place, async (core) => {
    const writes = await writesOf(core)
    if (json) {
      const listed = writes.map(({ id, kind, origin, paths, at }) => ({
        id,
        kind,
        source: sourceOf(origin),
        paths,
        since: at,
      }))
      await print(jsonLine(listed))
    } else if (writes.length === 0) await printLine('nothing waits')
    else
      for (const { id, origin, paths, says, at } of writes)
        await print(
          printable(`${id}  ${at}  ${sourceOf(origin)}  ${paths.join(' ')}${says === null ? '' : `: ${says}`}\n`),
        )
  })
}

const sourceOf = ({ client, conversation }: WaitingWrite['origin']): string => client ?? conversation ?? 'agent'

/** The writes that are meant. @throws if one of them does not wait */
async function meant(core: Core, ids: readonly string[], all: boolean): Promise<readonly WaitingWrite[]> {
  const writes = await writesOf(core)
  if (all) return writes
  return ids.map((id) => {
    const write = writes.find((each) => each.id === id.toUpperCase())
    if (write === undefined) throw new AppError('bad-request', say('waits-no-more'))
    return write
  })
}

interface Which {
  readonly all?: boolean
}

/** Saves them. What no longer fits is said, and waits on. */
export async function accept(place: Place, ids: readonly string[], { all = false }: Which): Promise<void> {
  await withCore(place, async (core) => {
    let failed: string | null = null
    for (const { id } of await meant(core, ids, all)) {
      const outcome = await core.accept({ id })
      if (outcome.kind === 'committed') await printLine(`${id}  ${outcome.commit.id.slice(0, 10)}`)
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

/** Drops them, and remembers what they would have added. */
export async function refuse(place: Place, ids: readonly string[], { all = false, reason }: Refusing): Promise<void> {
  await withCore(place, async (core) => {
    for (const { id } of await meant(core, ids, all)) {
      await core.review.refuse(id, reason)
      await printLine(`${id}  not saved`)
    }
  })
}
