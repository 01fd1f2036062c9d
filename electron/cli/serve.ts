import * as nodePath from 'node:path'
import { serveBrowser } from '../browser/serve.ts'
import { folderOf, type Place } from './place.ts'

/** The built page, from where the build puts this file: `out/chunks`. */
const PAGE = nodePath.join(import.meta.dirname, '..', 'renderer')

export async function serve(place: Place, { port, open }: { readonly port?: number; readonly open: boolean }): Promise<void> {
  await serveBrowser({ dir: folderOf(place), port, open, page: PAGE })
}
