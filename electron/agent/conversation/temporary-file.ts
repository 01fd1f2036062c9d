import type { ConversationFile } from './conversation-file.ts'
import type { Line } from './lines.ts'
import { logOver } from './log.ts'

/**
 * A temporary conversation: a file that is only in this process's memory, and gone with it.
 * @param onRemoved runs when it is removed
 */
export function temporaryFile(id: string, onRemoved: () => void): ConversationFile {
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
