import * as nodePath from 'node:path'
import { folderOf, type Place } from './place.ts'

/** The built page, from where the build puts this file: `out/chunks`. */
const PAGE = nodePath.join(import.meta.dirname, '..', 'renderer')

export async function serve(
  place: Place,
  { port, open }: { readonly port?: number; readonly open: boolean },
): Promise<void> {
  // Every other command starts the faster for not having it.
  const { serveBrowser } = await import('../browser/serve.ts')
  await serveBrowser({ dir: folderOf(place), port, open, page: PAGE })
}
