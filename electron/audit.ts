import { appendFileSync, mkdirSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AuditEntry, type AuditEvent, type AuditPage } from '../shared/audit.ts'
import type { Contacted } from './agent/providers/guarded-fetch.ts'
import { readIfThere, unlessMissing } from './disk/durable-files.ts'

/** What happened on this device: `$VARIORUM_HOME/audit/YYYY-MM.jsonl`, one line per event, only ever appended. */
export interface Audit {
  note(event: AuditEvent): void
  /** Sums up the requests to a host, and notes them once a minute. */
  readonly contacted: Contacted
  /** The newest entries. */
  newest(limit: number): Promise<AuditPage>
  /** Notes what was summed up so far. */
  close(): void
}

const SUMMED_MS = 60_000

/** @param onFailure called when the log cannot be written, which stops nothing else */
export function openAudit(home: string, onFailure: (cause: unknown) => void): Audit {
  const folder = nodePath.join(home, 'audit')
  const sums = new Map<string, { requests: number; up: number; down: number }>()
  let timer: NodeJS.Timeout | null = null

  function note(event: AuditEvent): void {
    const at = new Date().toISOString()
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = nodePath.join(folder, `${at.slice(0, 7)}.jsonl`)
      appendFileSync(file, `${JSON.stringify({ at, ...event })}\n`, { mode: 0o600 })
    } catch (error) {
      onFailure(error)
    }
  }

  function noteSums(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const contacts = [...sums]
    sums.clear()
    for (const [host, sum] of contacts) note({ type: 'host.contacted', host, ...sum })
  }

  return {
    note,
    contacted(host, bytes) {
      const sum = sums.get(host) ?? { requests: 0, up: 0, down: 0 }
      const [up, down] = 'up' in bytes ? [bytes.up, 0] : [0, bytes.down]
      sums.set(host, { requests: sum.requests + ('up' in bytes ? 1 : 0), up: sum.up + up, down: sum.down + down })
      timer ??= setTimeout(noteSums, SUMMED_MS).unref()
    },
    async newest(limit) {
      noteSums()
      const months = ((await unlessMissing(fs.readdir(folder))) ?? []).filter((name) =>
        /^\d{4}-\d\d\.jsonl$/.test(name),
      )
      const entries: AuditEntry[] = []
      for (const month of months.toSorted().toReversed()) {
        entries.push(...entriesIn((await readIfThere(nodePath.join(folder, month))) ?? ''))
        if (entries.length > limit) break
      }
      return { entries: entries.slice(0, limit), hasEarlier: entries.length > limit }
    },
    close: noteSums,
  }
}

/** The newest first, without lines that a crash cut short or that another version wrote. */
function entriesIn(text: string): readonly AuditEntry[] {
  return text
    .split('\n')
    .toReversed()
    .flatMap((line) => {
      try {
        return AuditEntry.safeParse(JSON.parse(line)).data ?? []
      } catch {
        return []
      }
    })
}
