import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import type { Certainty } from '../../shared/policy.ts'
import { lines, NOT_UTF8 } from '../disk/lines.ts'
import { print } from './output.ts'
import { callersFolder } from './place.ts'

/** Reads one `{ text }` per line and prints one `{ text, found }` for each. Opens no store. */
export async function redact({
  all = false,
  level,
  rules: file,
}: {
  readonly all?: boolean
  readonly level?: Certainty
  readonly rules?: string
}): Promise<void> {
  // Loaded on use, so that the other commands start without the tables.
  const { redactLine, rulesFrom } = await import('../policy-keeper/redact-lines.ts')
  const outcome = rulesFrom(file === undefined ? null : await contentOf(file), { all, level })
  if (outcome.kind === 'refused') throw new AppError('bad-request', verbatim(outcome.reason))
  for await (const line of lines(process.stdin))
    await print(`${line === null ? JSON.stringify({ error: NOT_UTF8 }) : redactLine(line, outcome.rules)}\n`)
}

async function contentOf(file: string): Promise<string> {
  try {
    return await fs.readFile(nodePath.resolve(callersFolder(), file), 'utf8')
  } catch {
    throw new AppError('bad-request', verbatim('The file with the rules can’t be read. Check its name.'))
  }
}
