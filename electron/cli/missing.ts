import { jsonLine, print, printLine } from './output.ts'
import { type Place, withCore } from './place.ts'

/** Says what vanished from the folder all at once, or records that it is meant to be gone. */
export async function missing(
  place: Place,
  { accept = false, json = false }: { readonly accept?: boolean; readonly json?: boolean },
): Promise<void> {
  await withCore(place, async ({ store }) => {
    if (accept) await store.acceptVanished()
    const { vanished } = await store.status()
    if (json) await print(jsonLine({ vanished }))
    else if (vanished === null) await printLine('nothing is missing')
    else
      await printLine(
        vanished.kind === 'folder' ? `the folder, with files: ${vanished.files}` : `files: ${vanished.files}`,
      )
  })
}
