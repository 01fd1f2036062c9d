import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { type ThreeStores, type Verdict, verdictOn } from './divergence-verdict.ts'
import { newFolder } from './folders.ts'
import type { Files } from './generated/divergent-stores.ts'
import { filesOfHead, git } from './git.ts'
import { runProgram } from './programs.ts'

/** What native git makes of a divergence; null where it leaves the merge to a person. */
export interface ByGit {
  readonly plain: Verdict | null
  readonly union: Verdict | null
}

/** A repository in which one divergence after the other is merged by native git. */
export async function newGitMerges(): Promise<(stores: ThreeStores) => Promise<ByGit>> {
  const dir = await newFolder()
  await git(dir, 'init', '-q', '-b', 'unborn')
  await git(dir, 'config', 'gc.auto', '0')
  // What newer versions call -Xunion.
  const attributes = nodePath.join(dir, '.git', 'union-attributes')
  await fs.writeFile(attributes, '* merge=union\n')
  return async (stores) => {
    const ended = await runProgram({
      file: 'git',
      args: ['fast-import', '--quiet', '--force'],
      cwd: dir,
      input: streamOf(stores),
    })
    if (ended.code !== 0) throw new Error(ended.err.toString())
    return {
      plain: await mergedWith(dir, stores, []),
      union: await mergedWith(dir, stores, ['-c', `core.attributesFile=${attributes}`]),
    }
  }
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

/** Three commits for git's import: the base, and both sides on it. */
function streamOf({ base, ours, theirs }: ThreeStores): string {
  const commit = (name: string, files: Files, parent: string): string => {
    const blobs = [...files].map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`)
    const head = `commit refs/heads/${name}\ncommitter T <t@example.invalid> 1700000000 +0000\n${data(name)}`
    return `reset refs/heads/${name}\n${head}${parent}deleteall\n${blobs.join('')}\n`
  }
  const from = 'from refs/heads/base\n'
  return commit('base', base, '') + commit('ours', ours, from) + commit('theirs', theirs, from)
}

async function mergedWith(dir: string, stores: ThreeStores, options: readonly string[]): Promise<Verdict | null> {
  await git(dir, 'checkout', '-q', '-f', '--detach', 'ours')
  const isClean = await git(dir, ...options, 'merge', '-q', '--no-edit', 'theirs').then(
    () => true,
    () => false,
  )
  if (!isClean) return null
  return verdictOn(stores, new Map(Object.entries(await filesOfHead(dir))), new Set())
}
