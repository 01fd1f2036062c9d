import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { Origin, unverified } from '../../shared/origin.ts'
import { type HeldFile, isHeld, WaitingWrite } from '../../shared/waiting.ts'
import { ignoreReason, isReservedName } from '../memory/paths.ts'
import type { Store } from '../memory/store-interface.ts'
import { MAX_WRITES } from './holding-writes.ts'
import type { WaitingList } from './waiting-list.ts'

// What agents want to write, as a file that another computer with a clone of the same repository takes in.

/** Why a write of such a file does not wait here now. */
export type LeftOut = 'known' | 'otherVersion' | 'tooMany'

export interface TakenIn {
  readonly added: number
  readonly left: Readonly<Record<LeftOut, number>>
}

export interface CarriedWrites {
  /** What waits, as the text of such a file; null where nothing does. */
  carried(): Promise<string | null>
  /**
   * Lets what such a file holds wait here, where it does not yet. Nobody here saw who wrote it, so its origin counts as
   * that of a commit of another device.
   * @throws if it is no such file; then nothing was added
   */
  takeIn(text: string): Promise<TakenIn>
}

interface Carrying {
  readonly store: Pick<Store, 'bytes'>
  readonly waiting: WaitingList
  readonly redactor: { redact(text: string, path: string): string }
  readonly emit: (event: AppEvent) => void
}

const FORMAT = 'variorum-waiting'
const VERSION = 1

const isAgents = (path: string): boolean => ignoreReason(path) === null && !path.split('/').some(isReservedName)

/** Only what a call of the memory tool could have wanted: nothing that undoes, and no file that is kept from agents. */
const CarriedWrite = WaitingWrite.unwrap()
  .omit({ conflict: true })
  .extend({
    origin: Origin.unwrap()
      .omit({ undoes: true, undoesPart: true, restores: true })
      .extend({
        actor: z.literal('agent'),
        verb: Origin.unwrap().shape.verb.extract(['create', 'str_replace', 'insert', 'delete', 'rename']),
      }),
    files: WaitingWrite.unwrap().shape.files.refine((files) => files.every(({ path }) => isAgents(path))),
  })

const Marked = z.object({ format: z.literal(FORMAT), version: z.number().int() })
const Carried = z.object({ writes: z.array(CarriedWrite).max(MAX_WRITES) })

export function carriedWrites({ store, waiting, redactor, emit }: Carrying): CarriedWrites {
  const writesHere = async (): Promise<readonly WaitingWrite[]> => (await waiting.list()).filter(isHeld)
  const redacted = ({ after, ...file }: HeldFile): HeldFile => ({
    ...file,
    after: after !== null && 'text' in after ? { text: redactor.redact(after.text, file.path) } : after,
  })
  return {
    async carried() {
      const writes = await writesHere()
      return writes.length === 0 ? null : `${JSON.stringify({ format: FORMAT, version: VERSION, writes })}\n`
    },
    async takeIn(text) {
      const left = { known: 0, otherVersion: 0, tooMany: 0 }
      const here = new Set((await waiting.list()).map(({ id }) => id))
      const room = MAX_WRITES - (await writesHere()).length
      const added: WaitingWrite[] = []
      for (const write of parsed(text)) {
        const why = here.has(write.id)
          ? 'known'
          : !(await hasVersions(store, write))
            ? 'otherVersion'
            : added.length >= room
              ? 'tooMany'
              : null
        here.add(write.id)
        if (why !== null) left[why] += 1
        else added.push({ ...write, origin: unverified(write.origin), files: write.files.map(redacted) })
      }
      if (added.length > 0) await waiting.addWrites(added)
      if (added.length > 0) emit({ type: 'review.changed' })
      return { added: added.length, left }
    },
  }
}

function parsed(text: string): readonly WaitingWrite[] {
  const json = jsonOf(text)
  const marked = Marked.safeParse(json)
  if (!marked.success) throw refused('This is no file that “variorum waiting --to” wrote. Nothing was added.')
  if (marked.data.version !== VERSION)
    throw refused('A newer version of Variorum wrote this file. Nothing was added. Update Variorum, then try again.')
  const carried = Carried.safeParse(json)
  if (!carried.success)
    throw refused('This file was changed or damaged since it was written. Nothing was added. Write it again.')
  return carried.data.writes
}

const refused = (why: string): AppError => new AppError('bad-request', verbatim(why))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the repository has all that the write is about, so that it can be shown and saved here. */
async function hasVersions(store: Pick<Store, 'bytes'>, { files }: WaitingWrite): Promise<boolean> {
  for (const { before, after } of files)
    for (const id of [before, after !== null && 'id' in after ? after.id : null])
      if (id !== null && (await bytesIfThere(store, id)) === null) return false
  return true
}

async function bytesIfThere(store: Pick<Store, 'bytes'>, id: string): Promise<Uint8Array | null> {
  try {
    return await store.bytes(id)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
