import { readdir } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { CONVERSATION_ID } from '../../../shared/origin.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { type ConversationFile, conversationFile } from './conversation-file.ts'
import type { Line } from './lines.ts'
import { logOver } from './log.ts'

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
    isLocked: async () => isTaken,
    async remove() {
      if (isTaken) return false
      onRemoved()
      return true
    },
  }
}
