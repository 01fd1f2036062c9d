import { createHash } from 'node:crypto'
import * as nodePath from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { HistoryPlace } from '../../../shared/stores.ts'
import { lstatIfThere } from '../../disk/durable-files.ts'
import { futurePath } from '../../disk/future-path.ts'
import { homeFolder } from '../../disk/home-folder.ts'
import { Repository } from './repository.ts'

// Where the history of a store lies: inside, in the `.git` of its folder, or beside, in the app's own data. Beside, its
// place follows from the folder's path, so that every process finds the same one, and nothing has to be in the folder.

const MAX_NAME_LENGTH = 40
const KEY_DIGITS = 16

export interface PlaceOptions {
  /** `$VARIORUM_HOME/stores`. */
  readonly device: string
  /** Where the user wants it; left out: where it is, or the usual place. Refused if it is somewhere else already. */
  readonly history?: HistoryPlace | undefined
  readonly patience?: number | undefined
}

/** The repository of the store in a folder, or that the folder would get. @param root canonical */
export async function repositoryIn(root: string, { device, history, patience }: PlaceOptions): Promise<Repository> {
  const [inside, beside] = [
    new Repository(root, { patience }),
    new Repository(root, { gitdir: gitdirBeside(root, device), patience }),
  ]
  const isBeside = lstatIfThere(beside.gitdir) !== null
  const isInside = !isBeside && lstatIfThere(inside.ours) !== null
  if (isBeside && history === 'inside') throw refused(say('history-is-beside'))
  if (isInside && history === 'beside') throw refused(say('history-is-inside'))
  const why = isBeside || isInside ? null : await whyBeside(root)
  if (why !== null && history === 'inside') throw refused(why)
  return isBeside || (!isInside && (why !== null || history === 'beside')) ? beside : inside
}

/** Whether the history of a folder, which may be gone, lies beside it. */
export async function hasHistoryBeside(folder: string, device: string): Promise<boolean> {
  return lstatIfThere(gitdirBeside(await futurePath(nodePath.resolve(folder)), device)) !== null
}

/** The place of the git directory of a folder, if the history lies beside it. @param root canonical */
export function gitdirBeside(root: string, device: string): string {
  const name = nodePath
    .basename(root)
    .replaceAll(/[^\w-]+/g, '-')
    .slice(0, MAX_NAME_LENGTH)
  const key = createHash('sha256').update(root).digest('hex').slice(0, KEY_DIGITS)
  return nodePath.join(device, 'histories', `${name}-${key}.git`)
}

/** In git's configuration of a history beside: git otherwise takes the folder that holds a `.git` for the work tree. */
export const workTreeLine = (root: string): string =>
  `\tworktree = "${root.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"\n`

/**
 * Why a new history can only lie beside this folder, as a sentence; null where it may lie in it. Codex replaces `.git` in
 * its folder for memories by a repository of its own.
 * @param root canonical
 */
export async function whyBeside(root: string): Promise<Message | null> {
  const homes = [process.env.CODEX_HOME, nodePath.join(homeFolder(), '.codex')]
  for (const home of homes)
    if (home !== undefined && home !== '' && root === (await futurePath(nodePath.resolve(home, 'memories'))))
      return say('history-beside-codex')
  return null
}

const refused = (why: Message): AppError => new AppError('not-adoptable', why)
