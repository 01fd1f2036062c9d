import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { ExportWhat } from '../../shared/export.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { print } from './output.ts'
import { callersFolder, type Place, printable, storePath, withCore } from './place.ts'

interface ExportOptions {
  readonly at?: string
  readonly file?: string
  readonly bundle?: boolean
}

/** Copies files or the history out of the store, to a place where nothing is yet. */
export async function exportTo(place: Place, target: string, options: ExportOptions): Promise<void> {
  const what = whatOf(options)
  await withCore(place, async ({ exports }) => {
    const leftOut = await exports.write(what, nodePath.resolve(callersFolder(), target))
    for (const path of leftOut) await print(printable(`${path} was left out: it is too large to be exported.\n`))
    await print(printable(`Exported: ${target}\n`))
  })
}

function whatOf({ at, file, bundle = false }: ExportOptions): ExportWhat {
  const point = at === undefined ? {} : { at }
  if (bundle && (at !== undefined || file !== undefined))
    throw new AppError('bad-request', verbatim('--bundle is the whole history. Leave out --at and --file.'))
  if (bundle) return { kind: 'bundle' }
  return file === undefined ? { kind: 'folder', ...point } : { kind: 'file', path: storePath(file), ...point }
}
