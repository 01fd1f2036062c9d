import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { CONVERSATION_ID } from '../../../shared/origin.ts'
import { DurableFiles, unlessMissing } from '../../disk/durable-files.ts'
import { type ConversationFile, conversationFile } from './conversation-file.ts'
import type { Line } from './lines.ts'
import { logOver, notSaved } from './log.ts'

/** The conversations that there are: on disk, and temporary ones in memory. */
export class ConversationFiles {
  readonly directory: string
  readonly #temporary = new Map<string, ConversationFile>()

  constructor(directory: string) {
    this.directory = directory
  }

  of(id: string): ConversationFile {
    return this.#temporary.get(id) ?? conversationFile(this.directory, id)
  }

  async ids(): Promise<readonly string[]> {
    const names = (await unlessMissing(readdir(this.directory))) ?? []
    const onDisk = names.flatMap((name) =>
      name.endsWith('.jsonl') && CONVERSATION_ID.test(name.slice(0, -6)) ? name.slice(0, -6) : [],
    )
    return [...onDisk, ...this.#temporary.keys()]
  }

  /** From here on, a conversation that does not exist yet is a temporary one. */
  async addTemporary(id: string): Promise<void> {
    if (this.#temporary.has(id)) return
    if ((await this.of(id).version()) !== null) throw new AppError('bad-request', say('kept-so-not-temporary'))
    this.#temporary.set(
      id,
      temporaryFile(id, () => this.#temporary.delete(id)),
    )
  }

  /**
   * Makes a temporary conversation one on disk, with all that was said; one that is there already stays as it is.
   * @returns once it is durable: false while a turn runs, and then it is temporary still
   */
  async keep(id: string): Promise<boolean> {
    const temporary = this.#temporary.get(id)
    if (temporary === undefined) return true
    const log = await temporary.take()
    if (log === null) return false
    try {
      const time = new Date().toISOString()
      const lines = [...log.lines().map(asKept), { type: 'conversation.kept', time } satisfies Line]
      await mkdir(this.directory, { recursive: true, mode: 0o700 })
      const files = new DurableFiles(path.join(this.directory, '..', 'tmp'))
      const rows = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      await files.write(path.join(this.directory, `${id}.jsonl`), rows).catch(notSaved)
    } catch (error) {
      await log.close()
      throw error
    }
    // Whoever found it just before finds it taken from now on: nothing more is written where it would be lost.
    this.#temporary.delete(id)
    return true
  }
}

function asKept(line: Line): Line {
  if (line.type !== 'conversation.began') return line
  const { temporary: _, ...began } = line
  return began
}

/**
 * A temporary conversation: a file that is only in this process's memory, and gone with it.
 * @param onRemoved runs when it is removed
 */
function temporaryFile(id: string, onRemoved: () => void): ConversationFile {
  const lines: Line[] = []
  let bytes = 0
  let isTaken = false
  return {
    read: async () => [...lines],
    readEnds: async () => [...lines],
    version: async () => `${lines.length}`,
    async take(onClosed) {
      if (isTaken) return null
      isTaken = true
      const close = async (): Promise<void> => {
        isTaken = false
        onClosed?.()
      }
      const write = async (row: string): Promise<void> => void (bytes += row.length)
      return logOver(id, lines, { bytes, write, close })
    },
    whileLocked: async (work) => (isTaken ? null : work()),
    isLocked: async () => isTaken,
    async remove() {
      if (isTaken) return false
      onRemoved()
      return true
    },
  }
}
