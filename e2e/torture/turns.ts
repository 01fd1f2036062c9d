import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { CLI, runCli } from '../../testing/command-line.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { random } from '../../testing/random.ts'
import { files } from './judge.ts'
import { startTurnServer } from './turn-server.ts'

export interface TurnsReport {
  readonly kills: number
  /** Kills that came while a turn was on disk and not at its end. */
  readonly duringTurns: number
  /** Commands whose effect is there. */
  readonly effects: number
  /** Effects of which the answer was lost, and which the conversation knows all the same. */
  readonly settled: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

interface Line {
  readonly type: string
  readonly turn?: number
  readonly call?: {
    readonly call: string
    readonly state: string
    readonly result: string | null
    readonly commit: { readonly id: string } | null
    readonly input: { readonly path?: string }
  }
}

const CONVERSATIONS = 5
const LONGEST_LIFE_MS = 900

/**
 * Kills `chat` at random moments of its turns, its start included. Every conversation must open and continue, no command
 * may take effect twice, and the transcript must list every effect there is.
 */
export async function turnsTest({
  kills,
  seed,
}: {
  readonly kills: number
  readonly seed: number
}): Promise<TurnsReport> {
  const root = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-turns-'))
  const [home, dir] = [nodePath.join(root, 'home'), nodePath.join(root, 'memory')]
  const server = await startTurnServer()
  const env = { VARIORUM_HOME: home, MEMORY_DIR: dir, ANTHROPIC_API_KEY: 'none' }
  const chat = (id: string, text: string): readonly string[] => [
    'chat',
    '-p',
    text,
    '--conversation',
    id,
    '--provider',
    'anthropic',
    '--base-url',
    server.url,
    '--model',
    'm',
    '--json',
  ]
  const pick = random(seed)
  const wrong: string[] = []
  let duringTurns = 0
  const ids = Array.from({ length: Math.min(kills, CONVERSATIONS) }, (_, at) => `talk-${at}`)
  for (let round = 0; round < kills; round += 1) {
    const id = ids[round % ids.length] ?? ''
    const child = spawn(process.execPath, [CLI, ...chat(id, `turn ${round}`)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await killAfter(child, pick(LONGEST_LIFE_MS), round % 2 === 0)
    const open = (await linesOf(home, id)).findLast(({ type }) => type === 'turn.started' || type === 'turn.ended')
    if (open?.type === 'turn.started') duringTurns += 1
  }
  for (const id of ids) {
    const { code, err } = await runCli(chat(id, 'the last turn'), env)
    if (code !== 0) wrong.push(`${id} does not go on: ${err}`)
  }
  await server.close()
  const judged = await judge(home, dir, ids)
  wrong.push(...server.wrong, ...judged.wrong)
  if (wrong.length === 0) await fs.rm(root, { recursive: true, force: true })
  return { kills, duringTurns, effects: judged.effects, settled: judged.settled, wrong }
}

/** Every other process is killed at a moment after its turn began, the others at any moment. */
async function killAfter(child: ChildProcess, delay: number, waits: boolean): Promise<void> {
  const closed = once(child, 'close')
  child.stderr?.resume()
  const begun = child.stdout === null ? closed : Promise.race([once(child.stdout, 'data'), closed])
  child.stdout?.resume()
  if (waits) await begun
  const timer = setTimeout(() => child.kill('SIGKILL'), waits ? delay / 2 : delay)
  await closed
  clearTimeout(timer)
}

async function linesOf(home: string, id: string): Promise<readonly Line[]> {
  const text = await fs.readFile(nodePath.join(home, 'conversations', `${id}.jsonl`), 'utf8').catch(() => '')
  return text.split('\n').flatMap((row) => {
    try {
      return [JSON.parse(row) as Line]
    } catch {
      return [] // torn by a kill: the conversation's next opening cuts it off
    }
  })
}

/** Compares the transcripts with what native git finds in the store. */
async function judge(
  home: string,
  dir: string,
  ids: readonly string[],
): Promise<{ readonly wrong: readonly string[]; readonly effects: number; readonly settled: number }> {
  const wrong: string[] = []
  const lines = (await Promise.all(ids.map((id) => linesOf(home, id)))).flat()
  const [called, returned] = ['tool.called', 'tool.returned'].map((type) =>
    lines.flatMap((line) => (line.type === type && line.call !== undefined ? [line.call] : [])),
  )
  const log = (await git(dir, 'log', '--format=%H %(trailers:key=Variorum-Call,valueonly,separator=%x2C)'))
    .trim()
    .split('\n')
    .map((row) => row.split(' '))
  const commits = new Map(log.flatMap(([commit = '', call = '']) => (call === '' ? [] : [[call, commit] as const])))
  if (commits.size !== log.filter(([, call]) => call).length) wrong.push('a call has more than one commit')
  for (const { call } of called ?? []) {
    const answers = (returned ?? []).filter((other) => other.call === call)
    if (answers.length !== 1) wrong.push(`call ${call} has ${answers.length} answers`)
    if ((answers[0]?.commit?.id ?? null) !== (commits.get(call) ?? null))
      wrong.push(`call ${call}: the transcript and the store know different commits`)
  }
  const known = new Set((called ?? []).map(({ call }) => call))
  wrong.push(
    ...[...commits.keys()]
      .filter((call) => !known.has(call))
      .map((call) => `the effect of ${call} is missing from the transcript`),
  )
  const done = (returned ?? []).flatMap(({ commit, input }) =>
    commit === null ? [] : [input.path?.replace('/memories/', '') ?? ''],
  )
  const there = [...(await files(dir)).keys()].filter((path) => path.startsWith('lines/'))
  if (done.toSorted().join() !== there.toSorted().join())
    wrong.push(`files are ${there.join()} instead of ${done.join()}`)
  const count = (type: string): number => lines.filter((line) => line.type === type).length
  if (count('turn.started') !== count('turn.ended')) wrong.push('a turn has no end, or several')
  const said = await gitComplaints(dir)
  if (said !== '') wrong.push(`git says ${said}`)
  return {
    wrong,
    effects: there.length,
    settled: (returned ?? []).filter(({ result }) => result?.startsWith('The command was carried out;') === true)
      .length,
  }
}
