import * as nodePath from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { ExportOutcome, ExportWhat, SecretPlace, Untrusted } from '../../shared/export.ts'
import { english } from '../../shared/messages/english.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { storePath } from '../store-path.ts'
import { printLine } from './output.ts'
import { callersFolder, type Place, withCore } from './place.ts'

/** What an export can be: `plain` is a folder with the files as they are. */
export const ExportTo = z.enum(['plain', 'zip', 'claude-code', 'agents-md', 'prompt', 'bundle'])

export interface ExportOptions {
  readonly to?: z.infer<typeof ExportTo>
  readonly at?: string
  readonly file?: string
  readonly bundle?: boolean
  readonly untrusted?: Untrusted
  readonly withSecrets?: boolean
}

const KEPT_BACK = 2

/**
 * Copies files or the history out of the store. Stopped, it leaves nothing there; and nothing is written while something
 * looks like a secret that the user has not said yes to.
 */
export async function exportTo(place: Place, target: string, options: ExportOptions): Promise<void> {
  const what = whatOf(options)
  await withCore(place, async ({ exports }) => {
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
    try {
      await tell(await exports.write(what, nodePath.resolve(callersFolder(), target), stop.signal), target)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error
      process.stderr.write('The export was stopped. Nothing was exported.\n')
      process.exitCode = 1
    }
  })
}

async function tell(outcome: ExportOutcome, target: string): Promise<void> {
  if (outcome.kind === 'kept-back') {
    for (const place of outcome.places) await printLine(placeText(place))
    const { length } = outcome.places
    process.stderr.write(
      `Something looks like a secret in ${length === 1 ? 'this place' : `these ${length} places`}. Nothing was exported. Change what is there, or, if it may leave the memory, add --with-secrets.\n`,
    )
    process.exitCode = KEPT_BACK
    return
  }
  for (const { what, why } of outcome.leftOut) await printLine(`Left out: ${what} (${english(why)})`)
  await printLine(`Exported: ${target}`)
}

/** The place and the rule, never what is there. */
function placeText({ path, line, rule, commit }: SecretPlace): string {
  const at = line === null ? path : `${path}:${line}`
  return `${at}  ${rule}${commit === null ? '' : `  in ${commit}`}`
}

function whatOf({ to, at, file, bundle = false, untrusted, withSecrets }: ExportOptions): ExportWhat {
  const how = { ...(untrusted !== undefined && { untrusted }), ...(withSecrets === true && { withSecrets }) }
  const kind = to ?? (bundle ? 'bundle' : 'plain')
  if (bundle && kind !== 'bundle')
    throw new AppError('bad-request', verbatim('--bundle is the whole history. Leave it out, or leave out --to.'))
  if (kind === 'bundle' && (at !== undefined || file !== undefined))
    throw new AppError('bad-request', verbatim('A bundle is the whole history. Leave out --at and --file.'))
  if (file !== undefined) {
    if (kind !== 'plain')
      throw new AppError('bad-request', verbatim('--file copies one file as it is. Leave out --to.'))
    return { kind: 'file', path: storePath(file), ...(at !== undefined && { at }), ...how }
  }
  switch (kind) {
    case 'plain':
    case 'zip':
      return { kind: kind === 'plain' ? 'folder' : 'zip', ...(at !== undefined && { at }), ...how }
    case 'bundle':
      return { kind, ...how }
    default:
      if (at !== undefined)
        throw new AppError('bad-request', verbatim(`--to ${kind} is of the present memory. Leave out --at.`))
      return { kind, ...how }
  }
}
