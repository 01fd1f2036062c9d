import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { readIfThere, syncDirectory } from '../disk/durable-files.ts'
import { futurePath } from '../disk/future-path.ts'
import { gitdirBeside, workTreeLine } from './repo/history-place.ts'
import { Repository } from './repo/repository.ts'

// A history that lies beside its folder, whose folder moved.

/** Files that are compared to find out whether a folder is that of a history. */
const MAX_COMPARED = 500

/**
 * Whether a folder has most of what a history beside another place knows of its own: nothing else says whose it is.
 * @param now canonical
 */
export async function isFolderOf(from: string, now: string, device: string): Promise<boolean> {
  const gitdir = gitdirBeside(await futurePath(nodePath.resolve(from)), device)
  const repo = new Repository(now, { gitdir })
  const [index, { commit }] = [await repo.index(), await repo.readHead()]
  const tree = commit === null ? null : repo.objects.readCommit(commit).tree
  const files = repo.trees.files(tree).slice(0, MAX_COMPARED)
  const there = repo.workTree.inspectAll(
    files.map(({ path }) => path),
    index,
  )
  const same = files.filter(({ path, id }) => {
    const found = there.get(path)
    return found?.kind === 'file' && found.id === id
  })
  return same.length > files.length / 2
}

/**
 * The folder of a store whose history lies beside it is elsewhere now: the history follows it. Nobody may have the store
 * open. @param to canonical, without a history of ours
 */
export async function moveHistoryBeside(from: string, to: string, device: string): Promise<void> {
  const [before, after] = [gitdirBeside(await futurePath(nodePath.resolve(from)), device), gitdirBeside(to, device)]
  const config = nodePath.join(before, 'config')
  const text = await readIfThere(config)
  const { files } = new Repository(from, { gitdir: before })
  if (text !== null)
    await files.write(
      config,
      text.replace(/^\tworktree = .*\n/m, () => workTreeLine(to)),
      0o644,
    )
  await fs.rename(before, after)
  await syncDirectory(nodePath.dirname(after))
}
