import * as nodePath from 'node:path'
import type { Mode } from '../../shared/app-state.ts'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { realFolder } from '../disk/real-folder.ts'
import { readPath } from '../home.ts'
import type { InspectedFolder } from '../memory/inspect-folder.ts'
import { askFolderThread } from '../store-thread/ask-folder-thread.ts'

export interface OfferedFolder {
  /** Canonical. */
  readonly folder: string
  readonly name: string
  /** The program whose memory it is. */
  readonly programName: string
}

/** A person waits for the preview of a folder. */
const PREVIEW_MS = 2_000

interface FolderChoiceOptions {
  readonly home: string
  readonly mode: Mode
  readonly pickFolder?: (() => Promise<string | null>) | undefined
}

/**
 * The user's choice of a folder for a store: on the desktop only through the system's dialog or of what was found, elsewhere
 * typed.
 */
export class FolderChoice {
  readonly #options: FolderChoiceOptions
  readonly #picked = new Set<string>()
  readonly offered = new Map<string, OfferedFolder>()

  constructor(options: FolderChoiceOptions) {
    this.#options = options
  }

  offer(folders: readonly OfferedFolder[]): void {
    for (const each of folders) {
      this.#picked.add(each.folder)
      this.offered.set(each.folder, each)
    }
  }

  /** What a store in the folder is called. */
  readonly nameOf = (folder: string): string => this.offered.get(folder)?.name ?? nodePath.basename(folder)

  /** Opens the system's dialog; `null` when it was cancelled. */
  async pick(): Promise<string | null> {
    const folder = (await this.#options.pickFolder?.()) ?? null
    if (folder === null) return null
    this.#picked.add(folder)
    const real = await realFolder(folder)
    if (real !== null) this.#picked.add(real)
    return folder
  }

  /** What is in the folder now. Throws a message when it cannot become a store. */
  async inspect(typed: string): Promise<InspectedFolder> {
    const { home, mode } = this.#options
    const folder = readPath(typed)
    if (folder === null) throw new AppError('not-adoptable', say('not-a-full-path'))
    if (mode === 'desktop' && !this.#picked.has(typed)) throw new AppError('not-adoptable', say('not-chosen-in-dialog'))
    const here = { device: nodePath.join(home, 'stores'), home }
    return askFolderThread({ kind: 'inspect', dir: folder, here }, PREVIEW_MS)
  }
}
