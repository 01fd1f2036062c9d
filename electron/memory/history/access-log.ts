import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import type { Origin } from '../../../shared/commit.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import type { Read } from './file-use.ts'

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
  readonly #directory: string

  /** @param ours the store's `.git/variorum` */
  constructor(ours: string) {
    this.#directory = nodePath.join(ours, 'access')
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
    await fs.mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ time: at.toISOString(), path, actor, conversation, turn, call, tokens })
    await fs.appendFile(nodePath.join(this.#directory, `${at.toISOString().slice(0, 7)}.jsonl`), `${line}\n`, {
      mode: 0o600,
    })
  }
}
