import * as nodePath from 'node:path'
import { dialog } from 'electron'
import { AppError } from '../../shared/errors.ts'
import { type Core, type CoreOptions, openCore } from '../core.ts'
import { hasCode } from '../disk/durable-files.ts'
import { storeIn } from '../home.ts'

const UNKNOWN = 'Something went wrong while the memory was opened. Nothing was lost; start Variorum again.'
const REFUSED = 'The system does not let Variorum use the folder of the memory. Nothing was written.'

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
    dialog.showErrorBox('Variorum cannot open the memory', messageOf(error, UNKNOWN))
    return null
  }
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Variorum cannot open the memory.',
    detail: `${messageOf(error, REFUSED)}\n\nIn the folder that you choose, Variorum makes “${nodePath.join('Variorum', 'memory')}”.`,
    buttons: ['Choose another folder…', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0 ? pickFolder() : null
}

const messageOf = (error: unknown, otherwise: string): string => (error instanceof AppError ? error.message : otherwise)
