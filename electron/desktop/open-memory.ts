import * as nodePath from 'node:path'
import { dialog } from 'electron'
import { AppError, saidOf } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { type Core, type CoreOptions, openCore } from '../core.ts'
import { hasCode } from '../disk/durable-files.ts'
import { storeIn } from '../home.ts'
import { words } from './language.ts'

/**
 * Opens the core. Where the memory cannot be in its folder (the system asked the user, who said no), another place is
 * offered. If none can be used, tells the user why and throws.
 */
export async function openMemory(options: CoreOptions): Promise<Core> {
  try {
    return await openCore(options)
  } catch (error) {
    const place = await offerAnotherPlace(error, options)
    if (place === null) throw error
    // A folder that was named for this run is replaced for this run.
    return openMemory(options.dir === undefined ? { ...options, place } : { ...options, dir: storeIn(place) })
  }
}

async function offerAnotherPlace(error: unknown, { pickFolder }: CoreOptions): Promise<string | null> {
  const isRefused = hasCode(error, 'EACCES', 'EPERM')
  const isAboutFolder = isRefused || (error instanceof AppError && ['not-adoptable', 'disk'].includes(error.code))
  if (!isAboutFolder || pickFolder === undefined) {
    dialog.showErrorBox(words(say('memory-not-opened')), words(saidOf(error, say('memory-not-opened-fault'))))
    return null
  }
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: words(say('memory-not-opened')),
    detail: words(
      say('memory-in-another-folder', {
        why: saidOf(error, say('memory-folder-refused')),
        folder: nodePath.join('Variorum', 'memory'),
      }),
    ),
    buttons: [say('button-choose-another-folder'), say('button-quit')].map(words),
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0 ? pickFolder() : null
}
