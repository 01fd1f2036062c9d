import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Native git, with nobody's configuration. */
export async function git(dir: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await run('git', [...args], { cwd: dir, env, maxBuffer: 100_000_000 })
  return stdout
}

/** What native git finds wrong with a store, in words; '' when nothing is. */
export async function complaints(dir: string): Promise<string> {
  const fsck = await run('git', ['fsck', '--strict', '--no-dangling'], { cwd: dir }).then(({ stdout, stderr }) => stdout + stderr, (error: unknown) => String(error))
  return fsck.replace(/^notice: .*\n/gm, '') + (await git(dir, 'status', '--porcelain', '-uall').catch(String))
}

export async function files(dir: string, commit = 'HEAD'): Promise<ReadonlyMap<string, string>> {
  const listing = (await git(dir, 'ls-tree', '-r', '-z', commit)).split('\0').filter((line) => line !== '')
  const found = new Map<string, string>()
  for (const line of listing) {
    const [meta = '', path = ''] = line.split('\t')
    found.set(path, await git(dir, 'cat-file', 'blob', meta.split(' ')[2] ?? ''))
  }
  return found
}

/** @param except an actor whose commits do not count */
export async function countCommits(dir: string, { except }: { readonly except?: string } = {}): Promise<number> {
  const which = except === undefined ? [] : ['--invert-grep', `--grep=^Variorum-Actor: ${except}$`]
  return Number(await git(dir, 'rev-list', '--count', ...which, 'HEAD'))
}

/** Numbers from a seed, the same each time (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
