import * as nodePath from 'node:path'
import type { SavedAs } from '../shared/app-state.ts'
import { createExports, type Exports, type PickTarget } from './export/exports.ts'
import { createImages, type Images } from './images.ts'
import { createUploads, type Uploads } from './import/uploads.ts'
import { openingBy, type Opener } from './open-outside.ts'
import { savingBy } from './save-as.ts'
import type { OpenedStore } from './stores/opened-store.ts'

interface CopiesOptions {
  readonly home: string
  readonly opened: () => OpenedStore
  readonly pickTarget: PickTarget | undefined
  readonly opener: Opener | undefined
}

export interface Copies {
  readonly uploads: Uploads
  readonly images: Images
  readonly exports: Exports
  saveAs(name: string, text: string): Promise<SavedAs>
  /** Opens a file in another program, or shows a file or folder in the file manager. */
  openOutside(path: string, where: 'program' | 'folder'): Promise<void>
}

/** What doors give out besides the page itself. */
export function copiesForDoors({ opened, home, pickTarget, opener }: CopiesOptions): Copies {
  return {
    images: createImages(() => opened().store),
    exports: createExports({
      store: () => opened().store,
      storeFolder: () => opened().dir,
      folder: nodePath.join(home, 'exports'),
      pickTarget,
      secretsIn: (path, bytes) => opened().secretsIn(path, bytes),
      audit: (event) => opened().audit(event),
    }),
    uploads: createUploads(nodePath.join(home, 'uploads')),
    saveAs: savingBy(pickTarget),
    openOutside: openingBy(opener, () => opened().dir),
  }
}
