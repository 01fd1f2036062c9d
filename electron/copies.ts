import * as nodePath from 'node:path'
import type { SavedAs } from '../shared/app-state.ts'
import type { Audit } from './audit.ts'
import { auditedExports } from './audited.ts'
import { createExports, type Exports, type PickTarget } from './export/exports.ts'
import { createImages, type Images } from './images.ts'
import type { Store } from './memory/store-interface.ts'
import { savingBy } from './save-as.ts'

interface CopiesOptions {
  readonly home: string
  readonly audit: Audit
  readonly store: () => Store
  readonly storeFolder: () => string
  /** The same as people read it. */
  readonly folder: () => string
  readonly pickTarget: PickTarget | undefined
}

export interface Copies {
  readonly images: Images
  readonly exports: Exports
  saveAs(name: string, text: string): Promise<SavedAs>
}

/** What doors give out besides the page itself. */
export function copiesForDoors({ store, storeFolder, home, audit, folder, pickTarget }: CopiesOptions): Copies {
  const exports = createExports({ store, storeFolder, folder: nodePath.join(home, 'exports'), pickTarget })
  return {
    images: createImages(store),
    exports: auditedExports(exports, folder, audit.note),
    saveAs: savingBy(pickTarget),
  }
}
