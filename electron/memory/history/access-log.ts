import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import type { Origin } from '../../../shared/origin.ts'
import { byHandle, makeFolderNow } from '../../disk/by-handle.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import type { Read } from './file-use.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = fs.constants
const APPENDED = O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY

const Line = z.object({
  time: z.string().refine((time) => !Number.isNaN(Date.parse(time))),
  path: z.string(),
  conversation: z.string().optional().catch(undefined),
  /** Left out by earlier versions. */
  tokens: z.number().int().nonnegative().optional().catch(undefined),
})

/** null for a line that a crash cut short. */
function parseLine(line: string): Read | null {
  try {
    return line === '' ? null : (Line.safeParse(JSON.parse(line)).data ?? null)
  } catch {
    return null
  }
}

/** Who read what, and when: one file a month, one JSON line per view. Expiry relies on it. Clones do not copy it. */
export class AccessLog {
  readonly #gitdir: string
  readonly #directory: string

  constructor(gitdir: string) {
    this.#gitdir = gitdir
    this.#directory = nodePath.join(gitdir, 'variorum', 'access')
  }

  /** Every view, the oldest month first. */
  async reads(): Promise<readonly Read[]> {
    const reads: Read[] = []
    for (const name of ((await unlessMissing(fs.readdir(this.#directory))) ?? []).toSorted()) {
      for (const line of (await fs.readFile(nodePath.join(this.#directory, name), 'utf8')).split('\n')) {
        const entry = parseLine(line)
        if (entry !== null) reads.push(entry)
      }
    }
    return reads
  }

  async append(path: string, { actor, conversation, turn, call, tokens }: Origin, at = new Date()): Promise<void> {
    makeFolderNow(this.#gitdir, this.#directory, 0o700)
    const line = JSON.stringify({ time: at.toISOString(), path, actor, conversation, turn, call, tokens })
    const file = nodePath.join(this.#directory, `${at.toISOString().slice(0, 7)}.jsonl`)
    await byHandle(file, (address) => fs.appendFile(address, `${line}\n`, { flag: APPENDED, mode: 0o600 }))
  }
}
