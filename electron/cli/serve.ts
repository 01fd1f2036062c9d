import * as nodePath from 'node:path'
import { folderOf, openingOf, type Place } from './place.ts'

/** The built page, relative to this file's place in the build, `out/chunks`. */
const PAGE = nodePath.join(import.meta.dirname, '..', 'renderer')

export async function serve(
  place: Place,
  { port, open }: { readonly port?: number; readonly open: boolean },
): Promise<void> {
  // Loaded on use, so that the other commands start faster.
  const { serveBrowser } = await import('../browser/serve.ts')
  const { followHttpSetting: beside } = await import('../mcp/http-setting.ts')
  await serveBrowser({ dir: folderOf(place), ...openingOf(place), port, open, page: PAGE, beside })
}
