import * as nodePath from 'node:path'
import { z } from 'zod'
import { isUnreadable } from '../disk/disk-error.ts'
import { readPlainStart } from '../disk/durable-files.ts'
import { jsonLine } from './json-line.ts'
import { entriesIn, type Note } from './reading.ts'

// Where the sessions of a project ran, as their transcripts say. A transcript is outside text: what it says of a folder
// counts only where it fits what is known otherwise.

/** Of one transcript: almost always its first lines say it. */
const STARTS_BYTES = [16_384, 262_144]
/** All programs write one to each session, so that a few tell of a project. */
const MAX_TRANSCRIPTS = 3
const MAX_BYTES_IN_ALL = 64 * 1024 * 1024

const Line = z.object({ cwd: z.string().min(1).max(4_096) })

/** The transcripts that one look reads, and how much it may read of them in all. */
export class Transcripts {
  #left = MAX_BYTES_IN_ALL

  /** The folders in which the first sessions of a project began. */
  async foldersIn(sessions: string, note: Note): Promise<readonly string[]> {
    const names = (await entriesIn(sessions, note)).filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    const found: string[] = []
    for (const { name } of names.slice(0, MAX_TRANSCRIPTS))
      found.push(...(await this.#foldersOf(nodePath.join(sessions, name))))
    return [...new Set(found)]
  }

  async #foldersOf(file: string): Promise<readonly string[]> {
    for (const bytes of STARTS_BYTES) {
      if (this.#left < bytes) return []
      const start = await readPlainStart(file, bytes).catch((error: unknown) => {
        if (isUnreadable(error)) return null
        throw error
      })
      this.#left -= start?.length ?? 0
      const folders = start === null ? [] : start.toString('utf8').split('\n').flatMap(folderOf)
      if (folders.length > 0 || start === null || start.length < bytes) return folders
    }
    return []
  }
}

/** None in a line that is cut, or none of ours. */
function folderOf(line: string): readonly string[] {
  const read = jsonLine(line, Line)
  return read === null ? [] : [read.cwd]
}
