import nodeFs, { watch as watchOne } from 'node:fs'
import * as fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { git } from '../../../testing/git.ts'
import { FolderWatch } from './folder-watch.ts'
import { GitWatch } from './git-watch.ts'
import { polled, Watcher } from './watcher.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Collects what is reported. A report of a folder stands for all that is in it. */
class Reports {
  readonly #paths = new Set<string>()
  lost = 0
  readonly watching: boolean[] = []
  readonly events = {
    path: (path: string) => void this.#paths.add(path),
    git: () => void this.#paths.add('.git'),
    lost: () => void (this.lost += 1),
    watching: (isWatching: boolean) => void this.watching.push(isWatching),
  }

  clear(): void {
    this.#paths.clear()
  }

  has(path: string): boolean {
    return [...this.#paths].some((reported) => reported === '' || reported === path || path.startsWith(`${reported}/`))
  }

  async expect(path: string): Promise<void> {
    await eventually(`${path} is reported`, async () => this.has(path))
  }
}

/** As of a repository in the folder. */
const watchedAt = (root: string) => ({ root, gitdir: `${root}/.git`, isBeside: false })

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await newFolder()
  await work(folder)
}

async function write(folder: string, path: string, text = 'x'): Promise<void> {
  await fs.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true })
  await fs.writeFile(`${folder}/${path}`, text)
}

test('a folder takes one watcher, and a file none', async () => {
  await inFolder(async (folder) => {
    for (let at = 0; at < 30; at += 1) await write(folder, `d${at % 3}/e/${at}.md`)
    await write(folder, '.git/HEAD')
    await write(folder, 'nested/.git/HEAD')
    await fs.symlink('d0', `${folder}/link`)
    const watch = await FolderWatch.start(folder, new Reports().events)
    expect(watch.size).toBe(['', 'd0', 'd0/e', 'd1', 'd1/e', 'd2', 'd2/e', 'nested'].length)
    watch.close()
    expect(watch.size).toBe(0)
  })
})

const FOLDERS = ['a', 'a/b', 'a/b/c', 'd']

test('whatever becomes of folders, a change below them is reported, and the watchers are those of the folders', async () => {
  await inFolder(async (folder) => {
    const reports = new Reports()
    const watch = await FolderWatch.start(folder, reports.events)
    const at = (path: string): string => `${folder}/${path}`
    const steps = {
      make: (path: string) => fs.mkdir(at(path), { recursive: true }),
      remove: (path: string) => fs.rm(at(path), { recursive: true, force: true }),
      replace: async (path: string) => {
        await fs.rm(at(path), { recursive: true, force: true })
        await fs.mkdir(at(path), { recursive: true })
      },
      moveOut: (path: string) => fs.rename(at(path), `${folder}-away`).catch(() => undefined),
      moveIn: (path: string) => fs.rename(`${folder}-away`, at(path)).catch(() => undefined),
      moveOver: (path: string) => fs.rename(at(path), at('moved')).catch(() => undefined),
    }
    const step = fc.constantFrom<keyof typeof steps>('make', 'remove', 'replace', 'moveOut', 'moveIn', 'moveOver')
    let serial = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.constantFrom(...FOLDERS)), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...FOLDERS),
        async (moves, below) => {
          for (const [name, path] of moves) await steps[name](path)
          const path = `${below}/${(serial += 1)}.md`
          await write(folder, path)
          await reports.expect(path)
          // The same file again: now its folder is watched.
          reports.clear()
          await write(folder, path, 'again')
          await reports.expect(path)
        },
      ),
      { numRuns: 25 },
    )
    const folders = await fs.readdir(folder, { recursive: true, withFileTypes: true })
    const count = 1 + folders.filter((entry) => entry.isDirectory()).length
    await eventually('as many watchers as folders', async () => watch.size === count)
    expect(reports.lost).toBe(0)
    watch.close()
    await fs.rm(`${folder}-away`, { recursive: true, force: true })
  })
})

test('when the system has no more watchers, that is said once, and those in use are given back', async () => {
  await inFolder(async (folder) => {
    for (const path of FOLDERS) await write(folder, `${path}/x.md`)
    const reports = new Reports()
    let left = 3
    const watch = await FolderWatch.start(folder, reports.events, (path, listener) => {
      if ((left -= 1) < 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return watchOne(path, listener)
    })
    expect([reports.lost, watch.size]).toEqual([1, 0])
  })
})

test('of .git, only what tells of HEAD, git and other processes is reported', async () => {
  await inFolder(async (folder) => {
    await git(folder, 'init', '-q', '-b', 'main')
    const gitdir = `${folder}/.git`
    await fs.mkdir(`${gitdir}/variorum`)
    const reports = new Reports()
    const watch = await GitWatch.start(gitdir, reports.events)
    const seen = new Reports()
    const all = watchOne(gitdir, (_, name) => seen.events.path(name ?? ''))
    for (const path of ['variorum/journal', 'objects/ab/cd', 'index', 'config', 'COMMIT_EDITMSG'])
      await write(gitdir, path)
    // Its event is later than those of the others.
    await seen.expect('COMMIT_EDITMSG')
    const anything = ['variorum/tick', 'variorum/journal', 'objects', 'index', 'config', 'COMMIT_EDITMSG', '']
    expect(anything.filter((path) => reports.has(path))).toEqual([])
    for (const path of [
      'HEAD',
      'index.lock',
      'MERGE_HEAD',
      'packed-refs',
      'variorum/tick',
      'heads/main',
      'heads/a/b',
    ]) {
      await write(gitdir, path.startsWith('heads') ? `refs/${path}` : path)
      await reports.expect(path)
    }
    // Another file in its place is watched like the first.
    await write(gitdir, 'variorum/tick.new')
    await fs.rename(`${gitdir}/variorum/tick.new`, `${gitdir}/variorum/tick`)
    await reports.expect('variorum/tick')
    reports.clear()
    await fs.utimes(`${gitdir}/variorum/tick`, new Date(), new Date())
    await reports.expect('variorum/tick')
    all.close()
    watch.close()
  })
})

test('where the system tells of nothing, changes of files, branches and the tick are found by looking', async () => {
  await inFolder(async (folder) => {
    await git(folder, 'init', '-q', '-b', 'main')
    await fs.mkdir(`${folder}/.git/variorum`)
    await write(folder, 'd/a.md', 'one\n')
    const reports = new Reports()
    const watch = await polled(watchedAt(folder), reports.events, 20)
    await write(folder, 'd/a.md', 'two, longer\n')
    await reports.expect('d/a.md')
    await write(folder, 'd/e/new.md')
    await reports.expect('d/e/new.md')
    expect(reports.has('.git')).toBe(false)
    for (const path of ['variorum/tick', 'refs/heads/main', 'index.lock']) {
      reports.clear()
      await write(folder, `.git/${path}`, 'changed\n')
      await reports.expect('.git')
    }
    await watch.close()
  })
})

/** Lets the system refuse to watch anything more. @returns undoes it */
function refuseToWatch(code: string): () => void {
  const refusing = vi.spyOn(nodeFs, 'watch').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: refused, watch`), { code })
  })
  syncBuiltinESMExports()
  return () => {
    refusing.mockRestore()
    syncBuiltinESMExports()
  }
}

test.for(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'])(
  'after %s everything is looked at now and then, until the system watches again',
  async (code) => {
    await inFolder(async (folder) => {
      await git(folder, 'init', '-q', '-b', 'main')
      const reports = new Reports()
      const allow = refuseToWatch(code)
      const watcher = await Watcher.start(watchedAt(folder), reports.events, 5)
      expect(reports.watching).toEqual([false])
      for (const path of ['a.md', '.git', 'a.md', '.git']) {
        await reports.expect(path)
        reports.clear()
      }
      allow()
      await eventually('the system watches again', async () => reports.watching.length > 1)
      expect(reports.watching).toEqual([false, true])
      reports.clear()
      await write(folder, 'b.md')
      await reports.expect('b.md')
      await write(folder, '.git/HEAD', 'ref: refs/heads/other\n')
      await reports.expect('.git')
      // It is not looked at any more.
      expect(reports.has('a.md')).toBe(false)
      await watcher.close()
    })
  },
)

test('a watcher that is closed while the system refuses reports nothing more', async () => {
  await inFolder(async (folder) => {
    await git(folder, 'init', '-q', '-b', 'main')
    const reports = new Reports()
    refuseToWatch('ENOSPC')
    const watcher = await Watcher.start(watchedAt(folder), reports.events, 5)
    await reports.expect('a.md')
    await watcher.close()
    reports.clear()
    const other = await Watcher.start(watchedAt(folder), new Reports().events, 60_000)
    await other.close()
    expect([reports.has('a.md'), reports.watching]).toEqual([false, [false]])
  })
})
