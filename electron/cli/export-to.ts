import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { ExportWhat } from '../../shared/export.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { storePath } from '../store-path.ts'
import { printLine } from './output.ts'
import { callersFolder, type Place, withCore } from './place.ts'

interface ExportOptions {
  readonly at?: string
  readonly file?: string
  readonly bundle?: boolean
}

/** Copies files or the history out of the store, to a place where nothing is yet. Stopped, it leaves nothing there. */
export async function exportTo(place: Place, target: string, options: ExportOptions): Promise<void> {
  const what = whatOf(options)
  await withCore(place, async ({ exports }) => {
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
    try {
      const leftOut = await exports.write(what, nodePath.resolve(callersFolder(), target), stop.signal)
      for (const path of leftOut) await printLine(`${path} was left out: it is too large to be exported.`)
      await printLine(`Exported: ${target}`)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error
      process.stderr.write('The export was stopped. Nothing was exported.\n')
      process.exitCode = 1
    }
  })
}

function whatOf({ at, file, bundle = false }: ExportOptions): ExportWhat {
  const point = at === undefined ? {} : { at }
  if (bundle && (at !== undefined || file !== undefined))
    throw new AppError('bad-request', verbatim('--bundle is the whole history. Leave out --at and --file.'))
  if (bundle) return { kind: 'bundle' }
  return file === undefined ? { kind: 'folder', ...point } : { kind: 'file', path: storePath(file), ...point }
}
