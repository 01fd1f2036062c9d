import { realFolder } from '../disk/real-folder.ts'
import { defaultStore, type Environment, storeIn } from '../home.ts'
import { openStoresFile } from './stores-file.ts'

export interface DefaultFolderOptions {
  readonly env: Environment
  readonly home: string
  readonly userHome?: string | undefined
  /** The system's folder for documents, from a door that can ask the system. */
  readonly documents?: string | undefined
  /** Where the user wants it from now on. */
  readonly place?: string | undefined
}

/**
 * The folder of the default store: where the user wants it, else where it already is, else in the system's folder for
 * documents. It is written down when it is an unusual one, so that every door finds the same.
 */
export async function defaultFolder({ env, home, userHome, documents, place }: DefaultFolderOptions): Promise<string> {
  const file = openStoresFile(home)
  const usual = defaultStore(env, userHome)
  const known = (await file.read()).defaultFolder
  if (place === undefined && known !== null) return known
  const inDocuments = env.VARIORUM_HOME || documents === undefined ? usual : storeIn(documents)
  if (place === undefined && (inDocuments === usual || (await realFolder(usual)) !== null)) return usual
  const folder = place === undefined ? inDocuments : storeIn(place)
  await file.change((now) => ({ ...now, defaultFolder: folder }))
  return folder
}
