import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { CLI } from '../../testing/command-line.ts'
import { makeStore, pathOf } from '../../testing/large-store.ts'
import { Exec } from '../../testing/running-exec.ts'

// One session on a store of very many files.

const VIEWS_MS = 15_000
const BETWEEN_VIEWS_MS = 10

/** Makes the store, and opens it once with a limit that lets it be written to. */
export async function makeManyFiles(dir: string, files: number, seed: number): Promise<void> {
  await makeStore(dir, { files, commits: 10, seed })
  mkdirSync(`${dir}/.variorum`)
  writeFileSync(`${dir}/.variorum/policies.json`, JSON.stringify({ caps: { store: { files: 2 * files } } }))
  execFileSync(process.execPath, [CLI, '--store', dir, '--trust', 'log', '--limit', '1'], {
    env: { ...process.env, VARIORUM_HOME: `${dir}.home` },
    stdio: 'ignore',
  })
}

export interface Session {
  /** The longest that a view took, in ms. */
  readonly longest: number
  /** The most memory that the process had, in MB; null where the system does not say. */
  readonly memory: number | null
  /** From the end of the input to the end of the process, in ms. */
  readonly end: number
}

/** Views a file again and again; if it writes, once, after the first view. */
export async function viewsOf(dir: string, writes: boolean): Promise<Session> {
  const exec = new Exec(dir)
  const run = async (command: object): Promise<number> => {
    const from = performance.now()
    const answer = await exec.run(command)
    if (answer?.is_error !== false) throw new Error(`refused: ${answer?.content ?? 'no answer'}`)
    return performance.now() - from
  }
  const view = { command: 'view', path: `/memories/${pathOf(1, {})}` }
  await run(view)
  if (writes)
    await run({ command: 'insert', path: `/memories/${pathOf(2, {})}`, insert_line: 0, insert_text: 'one line\n' })
  let longest = 0
  for (const until = performance.now() + VIEWS_MS; performance.now() < until; await delay(BETWEEN_VIEWS_MS))
    longest = Math.max(longest, await run(view))
  const memory = peakOf(exec.child.pid)
  const ending = performance.now()
  await exec.end()
  return { longest, memory, end: performance.now() - ending }
}

function peakOf(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_000
}
