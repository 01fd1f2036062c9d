import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { Exec } from './running-exec.ts'
import { complaints, countCommits, files, random } from './judge.ts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  /** Commands that were under way at the kill, and are there whole afterwards. */
  readonly whole: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

type Files = ReadonlyMap<string, string>
interface Step {
  readonly command: object
  readonly after: Files
}

const NAMES = ['a.md', 'b.md', 'c.md', 'd/a.md', 'd/b.md', 'd/e/f.md', 'g/h.md']
const LONGEST_LIFE_MS = 400
const LONGEST_START_MS = 30_000

/**
 * Kills `exec` at random moments of random commands, its own start and recovery included, and looks each time
 * whether everything acknowledged is there, the command under way is there whole or not at all, each is exactly
 * one commit, the work tree equals HEAD and git finds nothing wrong.
 */
export async function killTest({ kills, seed }: { readonly kills: number; readonly seed: number }): Promise<KillReport> {
  const dir = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-kill-'))
  const pick = random(seed)
  const wrong: string[] = []
  let [state, commits, acknowledged, whole, serial] = [new Map<string, string>() as Files, 0, 0, 0, 0]
  const first = new Exec(dir)
  await first.run({ command: 'view', path: '/memories' })
  await first.end()
  for (let round = 1; round <= kills; round += 1) {
    const exec = new Exec(dir)
    // One in four is killed while it starts or recovers, the others some time after their first answer.
    let killer = setTimeout(() => void exec.kill(), round % 4 === 0 ? pick(LONGEST_LIFE_MS) : LONGEST_START_MS)
    const wait = pick(LONGEST_LIFE_MS)
    let answered = round % 4 === 0
    let pending: Step | null = null
    for (;;) {
      pending = nextStep(state, pick, (serial += 1))
      const answer = await exec.run(pending.command)
      if (answer === null) break
      if (!answered) {
        clearTimeout(killer)
        killer = setTimeout(() => void exec.kill(), wait)
        answered = true
      }
      if (answer.is_error) wrong.push(`round ${round}: ${JSON.stringify(pending.command)} was refused: ${answer.content}`)
      state = pending.after
      commits += 1
      acknowledged += 1
    }
    clearTimeout(killer)
    await exec.kill()
    const healer = new Exec(dir)
    await healer.run({ command: 'view', path: '/memories' })
    await healer.end()
    const there = await countCommits(dir).catch(() => 0)
    if (there === commits + 1) {
      state = pending.after
      commits += 1
      whole += 1
    }
    const found = there === 0 ? new Map<string, string>() : await files(dir)
    if (there !== commits) wrong.push(`round ${round}: ${there} commits instead of ${commits}`)
    if (!equal(found, state)) wrong.push(`round ${round}: files are ${JSON.stringify([...found])} instead of ${JSON.stringify([...state])}`)
    const said = await complaints(dir)
    if (said !== '') wrong.push(`round ${round}: git says ${said}`)
    if (wrong.length > 5) break
  }
  if (wrong.length === 0) await fs.rm(dir, { recursive: true, force: true })
  return { kills, acknowledged, whole, wrong }
}

function nextStep(state: Files, pick: (below: number) => number, serial: number): Step {
  const [path = ''] = [...state.keys()].slice(pick(Math.max(state.size, 1)))
  const free = NAMES.filter((name) => !state.has(name))
  const target = free[pick(free.length)]
  const line = `line ${serial}\n`
  const kind = state.size === 0 ? 0 : pick(5)
  if (kind === 0 && target !== undefined) return { command: { command: 'create', path: `/memories/${target}`, file_text: line }, after: new Map([...state, [target, line]]) }
  if (kind === 1) return { command: { command: 'delete', path: `/memories/${path}` }, after: without(state, path) }
  if (kind === 2 && target !== undefined) {
    return { command: { command: 'rename', old_path: `/memories/${path}`, new_path: `/memories/${target}` }, after: new Map([...without(state, path), [target, state.get(path) ?? '']]) }
  }
  const text = state.get(path) ?? ''
  const [old = ''] = text.split('\n')
  if (kind === 3 && text.split(old).length === 2) {
    return { command: { command: 'str_replace', path: `/memories/${path}`, old_str: old, new_str: `new ${serial}` }, after: new Map([...state, [path, text.replace(old, `new ${serial}`)]]) }
  }
  return { command: { command: 'insert', path: `/memories/${path}`, insert_line: 0, insert_text: line }, after: new Map([...state, [path, line + text]]) }
}

function without(state: Files, path: string): Files {
  return new Map([...state].filter(([name]) => name !== path))
}

function equal(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text)
}
