import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import * as nodePath from 'node:path'
import { PoliciesInForce } from './policy-keeper/in-force.ts'

/**
 * What went wrong, for the user to read and to send: `$VARIORUM_HOME/logs/variorum.log`, and the one before it. Nothing
 * of a memory, a conversation or a key is in it.
 */
export interface Log {
  readonly file: string
  /** @param what in our own words */
  note(what: string): void
  /** A failure: its kind, its message without what it quotes, and where in the program it arose. */
  fault(what: string, cause: unknown): void
}

const MAX_BYTES = 1_000_000
const MAX_MESSAGE = 500
const MAX_FRAMES = 20
const MAX_CAUSES = 3

export function openLog(home: string): Log {
  const folder = nodePath.join(home, 'logs')
  const file = nodePath.join(folder, 'variorum.log')
  let policies: PoliciesInForce | null = null
  function write(text: string): void {
    // A log that cannot be written must not become a fault itself.
    try {
      policies ??= new PoliciesInForce()
      const line = `${new Date().toISOString()} ${policies.redactor.redact(text.replaceAll(homedir() + nodePath.sep, `~${nodePath.sep}`))}\n`
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size + Buffer.byteLength(line) > MAX_BYTES) renameSync(file, nodePath.join(folder, 'variorum.1.log'))
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // See above.
    }
  }
  return { file, note: write, fault: (what, cause) => write(`${what}: ${describe(cause)}`) }
}

/** A message may quote what was being read, such as a memory's text; everything between quotation marks is left out. */
function describe(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return typeof cause
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : ''
  const message = cause.message.replace(/["'“‘`].*["'”’`]/s, '…').slice(0, MAX_MESSAGE)
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const causes =
    cause.cause !== undefined && depth < MAX_CAUSES ? `\n  because of ${describe(cause.cause, depth + 1)}` : ''
  return [`${cause.name}${code}: ${message}`, ...frames.slice(0, MAX_FRAMES)].join('\n') + causes
}
