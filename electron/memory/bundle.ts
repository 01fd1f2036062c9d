import { closeSync, fsyncSync, openSync } from 'node:fs'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { writeAllNow } from '../disk/durable-files.ts'
import { ObjectWalk } from './check-objects.ts'
import { PackWriter } from './git/pack-writer.ts'
import { addAsDeltas, type PackingHooks } from './repo/delta-chains.ts'
import { pointRefs } from './repo/points.ts'
import type { Repository } from './repo/repository.ts'

// A git bundle: a list of refs and a pack, in one file that `git clone` takes. Source: git's
// Documentation/gitformat-bundle.

const FILE_MODE = 0o600

interface BundleHooks extends PackingHooks {
  readonly signal: AbortSignal
  /** `total` is 0 while it is not known. */
  readonly progress: (commits: number, total: number) => void
}

/** See Store.writeBundle. */
export async function writeBundle(
  repo: Repository,
  path: string,
  { signal, progress }: BundleHooks,
): Promise<number | null> {
  const { branch, commit } = await repo.readHead()
  if (commit === null) throw new AppError('unknown-commit', say('bundle-no-history'))
  const refs = [[branch, commit] as const, ...(await pointRefs(repo)), ['HEAD', commit] as const]
  const walk = new ObjectWalk(repo, signal, (commits) => progress(commits, 0))
  for (const [, tip] of refs) await walk.from(tip)
  if (signal.aborted) return null
  if (walk.missing.size > 0) throw new AppError('damaged', say('bundle-damaged'))
  const file = openSync(path, 'wx', FILE_MODE)
  try {
    writeAllNow(file, `# v2 git bundle\n${refs.map(([ref, tip]) => `${tip} ${ref}\n`).join('')}\n`)
    const pack = new PackWriter(walk.seen.size, (bytes) => writeAllNow(file, bytes))
    await addAsDeltas(repo, walk.seen, pack, { signal, progress })
    if (signal.aborted) return null
    pack.finish()
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return walk.commits
}
