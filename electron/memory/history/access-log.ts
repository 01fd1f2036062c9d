import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import type { Origin } from '../../../shared/commit.ts'
import { unlessMissing } from '../../disk/durable-files.ts'

const Line = z.object({ time: z.string(), path: z.string() })

/** null for a line that a crash cut short. */
function parseLine(line: string): z.infer<typeof Line> | null {
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

  /** The days with views, and for each path the day of its last view. */
  async read(): Promise<{ readonly days: ReadonlySet<string>; readonly lastRead: ReadonlyMap<string, string> }> {
    const days = new Set<string>()
    const lastRead = new Map<string, string>()
    for (const name of ((await unlessMissing(fs.readdir(this.#directory))) ?? []).toSorted()) {
      for (const line of (await fs.readFile(nodePath.join(this.#directory, name), 'utf8')).split('\n')) {
        const entry = parseLine(line)
        if (entry === null) continue
        const day = entry.time.slice(0, 10)
        days.add(day)
        if (day > (lastRead.get(entry.path) ?? '')) lastRead.set(entry.path, day)
      }
    }
    return { days, lastRead }
  }

  async append(path: string, { actor, conversation, turn, call }: Origin, at = new Date()): Promise<void> {
    await fs.mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ time: at.toISOString(), path, actor, conversation, turn, call })
    await fs.appendFile(nodePath.join(this.#directory, `${at.toISOString().slice(0, 7)}.jsonl`), `${line}\n`, {
      mode: 0o600,
    })
  }
}
