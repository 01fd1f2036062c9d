import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { BrowserMode } from '../../testing/browser-mode.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { Exec } from '../../testing/running-exec.ts'
import { countCommits, files } from './judge.ts'

export interface WritersReport {
  readonly commands: number
  /** The longest wait for an answer. */
  readonly longestMs: number
  /** From the kill of a writer to the next answer of another one. */
  readonly takenOverMs: number
  readonly wrong: readonly string[]
}

interface Many {
  readonly writers: number
  readonly each: number
}

/** Many pages of one process write at once; then many processes, while one more is killed as it writes. */
export async function writersTest({
  pages,
  processes,
}: {
  readonly pages: Many
  readonly processes: Many
}): Promise<WritersReport> {
  const [one, many] = [await inOneProcess(pages), await inProcesses(processes)]
  return {
    commands: one.commands + many.commands,
    longestMs: Math.max(one.longestMs, many.longestMs),
    takenOverMs: many.takenOverMs,
    wrong: [...one.wrong, ...many.wrong],
  }
}

/** Each process writes files of its own, and lines into one shared file. */
async function inProcesses({ writers, each }: Many): Promise<WritersReport> {
  const dir = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-writers-'))
  const wrong: string[] = []
  let [longestMs, answered, takenOverMs] = [0, 0, 0]
  const starter = new Exec(dir)
  await starter.run({ command: 'create', path: '/memories/shared.md', file_text: 'start\n' })
  await starter.end()
  const run = async (exec: Exec, command: object): Promise<boolean> => {
    const began = performance.now()
    const answer = await exec.run(command)
    if (answer === null) return false
    longestMs = Math.max(longestMs, performance.now() - began)
    if (answer.is_error) wrong.push(`${JSON.stringify(command)} was refused: ${answer.content}`)
    answered += 1
    return true
  }
  const execs = await Promise.all(
    Array.from({ length: writers }, async () => {
      const exec = new Exec(dir)
      // The first answer includes the start of the process, which is not a wait for others.
      await exec.run({ command: 'view', path: '/memories' })
      return exec
    }),
  )
  const victim = killedAfter(new Exec(dir), () => answered > (writers * each) / 3)
  await Promise.all(
    execs.map(async (exec, writer) => {
      for (let at = 0; at < each; at += 1) {
        await run(
          exec,
          at % 2 === 0
            ? { command: 'create', path: `/memories/w${writer}/${at}.md`, file_text: `${writer} ${at}\n` }
            : { command: 'insert', path: '/memories/shared.md', insert_line: 1, insert_text: `${writer} ${at}\n` },
        )
        if (victim.killedAt > 0 && takenOverMs === 0) takenOverMs = performance.now() - victim.killedAt
      }
      await exec.end()
    }),
  )
  await victim.done
  await judgeFiles(dir, { writers, each }, wrong)
  // The victim's last command may be there or not.
  const commits = await countCommits(dir)
  const expected = 1 + writers * each + victim.answered
  if (commits !== expected && commits !== expected + 1) wrong.push(`${commits} commits instead of ${expected}`)
  await judgeHistory(dir, wrong)
  if (wrong.length === 0) for (const end of ['', '.home']) await fs.rm(dir + end, { recursive: true, force: true })
  return { commands: answered + victim.answered, longestMs, takenOverMs, wrong }
}

interface Victim {
  /** How many of its commands were answered. */
  answered: number
  /** On the clock of `performance.now()`; 0 while it lives. */
  killedAt: number
  readonly done: Promise<void>
}

/** Writes files of its own until it is killed in the middle of a command. */
function killedAfter(exec: Exec, isTime: () => boolean): Victim {
  const victim = { answered: 0, killedAt: 0 }
  const run = async (): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const command = { command: 'create', path: `/memories/victim/${at}.md`, file_text: `${at}\n` }
      const answering = exec.run(command)
      if (isTime()) {
        victim.killedAt = performance.now()
        await exec.kill()
      }
      if ((await answering) === null) return
      victim.answered += 1
    }
  }
  return Object.assign(victim, { done: run() })
}

async function judgeFiles(dir: string, { writers, each }: Many, wrong: string[]): Promise<void> {
  const found = await files(dir)
  const own = [...found.keys()].filter((name) => name.startsWith('w')).length
  const lines = new Set(found.get('shared.md')?.trimEnd().split('\n')).size
  const half = Math.floor(each / 2)
  if (own !== writers * (each - half)) wrong.push(`${own} files instead of ${writers * (each - half)}`)
  if (lines !== 1 + writers * half) wrong.push(`${lines} lines instead of ${1 + writers * half}`)
}

async function inOneProcess({ writers, each }: Many): Promise<WritersReport> {
  const home = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-writers-'))
  const dir = nodePath.join(home, 'memory')
  const wrong: string[] = []
  let longestMs = 0
  const app = await BrowserMode.start(home, { args: ['--no-open', '--store', dir] })
  const session = await app.enter()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const page = await app.connect(session)
      for (let id = 1; id <= each; id += 1) {
        const began = performance.now()
        const input = { path: `w${writer}/${id}.md`, before: null, text: `${writer} ${id}\n` }
        const said = JSON.stringify(await page.ask('mutation', 'memory.save', input))
        longestMs = Math.max(longestMs, performance.now() - began)
        if (!said.includes('"committed"')) wrong.push(`w${writer}/${id}.md was refused: ${said}`)
      }
      page.socket.close()
    }),
  )
  await app.stop()
  const [found, commits] = [(await files(dir)).size, await countCommits(dir)]
  if (found !== writers * each) wrong.push(`${found} files instead of ${writers * each}`)
  if (commits !== writers * each) wrong.push(`${commits} commits instead of ${writers * each}`)
  await judgeHistory(dir, wrong)
  if (wrong.length === 0) await fs.rm(home, { recursive: true, force: true })
  return { commands: writers * each, longestMs, takenOverMs: 0, wrong }
}

async function judgeHistory(dir: string, wrong: string[]): Promise<void> {
  if ((await git(dir, 'rev-list', '--merges', 'HEAD')) !== '') wrong.push('history is no line')
  const said = await gitComplaints(dir)
  if (said !== '') wrong.push(`git says ${said}`)
}
