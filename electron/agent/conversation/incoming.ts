import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { ImportedConversation, ImportedConversations, LeftOut } from '../../../shared/import.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { clearOld } from '../../disk/clear-old.ts'
import { DurableFiles, syncDirectory } from '../../disk/durable-files.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { Redactor } from '../redactor.ts'
import type { ConversationFiles } from './conversation-files.ts'
import { type ComingIn, linesOf, redacted } from './imported-lines.ts'
import { ABOUT_THE_CONVERSATION, type Line } from './lines.ts'
import type { LiveConversations } from './live-conversations.ts'
import { notSaved } from './log.ts'
import { importedIn } from './replay.ts'

/** No import takes so long. */
const LEFTOVER_MS = 86_400_000

interface IncomingOptions {
  readonly files: ConversationFiles
  readonly live: Pick<LiveConversations, 'storeId'>
  readonly redactor: Pick<Redactor, 'redact'>
  /** Runs for each that came in. */
  readonly onPlaced: (id: string) => void
}

/** What there is of a conversation already. */
interface Standing {
  readonly hash: string
  readonly changed: string | null
  readonly turns: number
  /** The user went on with it here. */
  readonly isContinued: boolean
}

interface Staged extends Standing {
  /** As the source calls it. */
  readonly what: string
  /** Its file, until it is put in its place; null in a rehearsal. */
  readonly path: string | null
}

/**
 * Conversations with other assistants, on their way in. They are written beside the others as they are read, and put among
 * them together at the end: an import that is cancelled, or killed, brings none. One that came in before is replaced where
 * it went on in the source, never where it went on here.
 */
export class Incoming {
  readonly #options: IncomingOptions
  readonly #isRehearsal: boolean
  readonly #folder: string
  /** By their ids here. */
  readonly #staged = new Map<string, Staged>()
  readonly #leftOut: LeftOut[] = []
  #known = 0

  /** @param isRehearsal only says what would come in */
  constructor(options: IncomingOptions, isRehearsal: boolean) {
    this.#options = options
    this.#isRehearsal = isRehearsal
    this.#folder = nodePath.join(options.files.directory, '..', 'conversations-coming-in', newUlid())
  }

  async take(what: string, conversation: ImportedConversation): Promise<void> {
    const id = await this.#idOf(conversation)
    const made = redacted(conversation, this.#options.redactor)
    const earlier = this.#staged.get(id)
    const there = earlier ?? standingIn(await this.#options.files.of(id).readEnds())
    if (there !== null && !isNewer(made, there)) this.#known += 1
    else if (there?.isContinued === true) this.leaveOut(what, say('import-continued'))
    else {
      const { hash, changed, turns } = made
      const path = this.#isRehearsal ? null : await this.#stage(id, made)
      this.#staged.set(id, { what, hash, changed, turns: turns.length, isContinued: false, path })
      // Of two in one source, the earlier one is in the later one.
      if (earlier !== undefined) this.#known += 1
    }
  }

  leaveOut(what: string, why: Message): void {
    this.#leftOut.push({ what: this.#options.redactor.redact(what), why })
  }

  /** Puts what was taken among the others. @returns once it is durable */
  async settle(): Promise<ImportedConversations> {
    const placed: string[] = []
    try {
      for (const [id, { path, what }] of this.#staged) {
        if (path === null) continue
        if (await this.#place(id, path)) placed.push(id)
        else this.leaveOut(what, say('import-continued'))
      }
      if (placed.length > 0) await syncDirectory(this.#options.files.directory)
    } catch (error) {
      notSaved(error)
    } finally {
      placed.forEach(this.#options.onPlaced)
      await this.discard()
    }
    const added = this.#isRehearsal ? this.#staged.size : placed.length
    const found = added + this.#known + this.#leftOut.length
    return { found, added, known: this.#known, leftOut: this.#leftOut }
  }

  /** Forgets what was taken and is not in its place. */
  discard(): Promise<void> {
    return fs.rm(this.#folder, { recursive: true, force: true })
  }

  /** The same for the same conversation each time, and another one in each store. */
  async #idOf({ kind, id }: ImportedConversation): Promise<string> {
    const store = await this.#options.live.storeId()
    return `${kind}-${sha256(`${store}\n${id}`).slice(0, 32)}`
  }

  async #stage(id: string, made: ComingIn): Promise<string> {
    if (this.#staged.size === 0) await clearOld(nodePath.dirname(this.#folder), LEFTOVER_MS)
    const lines = linesOf(made, { conversation: id, store: await this.#options.live.storeId() })
    return new DurableFiles(this.#folder).stage(rowsOf(lines)).catch(notSaved)
  }

  /** @returns false where it went on here meanwhile */
  async #place(id: string, path: string): Promise<boolean> {
    const { files } = this.#options
    await fs.mkdir(files.directory, { recursive: true, mode: 0o700 })
    const file = files.of(id)
    const isPlaced = await file.whileLocked(async () => {
      const lines = await file.readEnds()
      if (standingIn(lines)?.isContinued === true) return false
      const own = ownOf(lines ?? [])
      if (own.length > 0) await fs.appendFile(path, rowsOf(own), { flush: true })
      await fs.rename(path, nodePath.join(files.directory, `${id}.jsonl`))
      return true
    })
    return isPlaced ?? false
  }
}

function standingIn(lines: readonly Line[] | null): Standing | null {
  if (lines === null) return null
  const { hash = '', changed = null, turns = 0 } = importedIn(lines) ?? {}
  const isContinued = lines.some((line) => line.type === 'turn.started' && line.turn > turns)
  return { hash, changed, turns, isContinued }
}

/** An older export says nothing new. Where no time tells, more was said in the longer one. */
function isNewer(made: ComingIn, there: Standing): boolean {
  if (made.hash === there.hash) return false
  const [now, then] = [made.changed ?? '', there.changed ?? '']
  return now === then ? made.turns.length > there.turns : now > then
}

/** What the user chose for it since it came in. */
function ownOf(lines: readonly Line[]): readonly Line[] {
  const last = lines.findLastIndex((line) => line.type === 'turn.ended')
  return lines.slice(last + 1).filter(({ type }) => ABOUT_THE_CONVERSATION.has(type))
}

const rowsOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
