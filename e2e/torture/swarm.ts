import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCli } from '../../testing/command-line.ts'
import { eventually } from '../../testing/eventually.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { type Pick, random } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { files } from './judge.ts'
import { MAX_WRONG } from './rounds.ts'
import { killProcess, Member } from './swarm-client.ts'
import { type Marks, Neighbours, REFUSALS } from './swarm-neighbours.ts'

export interface SwarmReport {
  readonly acknowledged: number
  /** Of which nobody knows whether they were done. */
  readonly lost: number
  readonly kills: number
  readonly outsideEdits: number
  readonly pulls: number
  /** 95 of 100 writes took at most so long: of one client alone, of all at once, and in the storm. */
  readonly p95: { readonly alone: number; readonly together: number; readonly storm: number }
  readonly wrong: readonly string[]
}

export interface SwarmOptions {
  readonly clients: number
  readonly writes: number
  /** How many writes of each client are measured before the storm; with 0 none are. */
  readonly measured: number
  readonly kills: number
  readonly seed: number
}

/** So that no file becomes long. */
const WRITES_A_FILE = 200

/**
 * Clients of both lines of the official package write at once, each through a server of its own, beside a chat, an
 * editor and `git pull`, while clients and servers are killed. Every write adds a mark of its own: those that were
 * acknowledged must be there exactly once, in a commit that names its client.
 */
export async function swarmTest(options: SwarmOptions): Promise<SwarmReport> {
  const swarm = new Swarm(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-swarm-')), options)
  return swarm.run()
}

class Swarm {
  readonly #root: string
  readonly #dir: string
  readonly #options: SwarmOptions
  readonly #pick: Pick
  readonly #marks: Marks = new Map()
  readonly #wrong: string[] = []
  readonly #members: readonly Member[]
  readonly #neighbours: Neighbours
  #times: number[] = []
  #writes = 0
  /** The files that a client could not find again. */
  readonly #gone: string[] = []
  #kills = 0
  #isOver = false

  constructor(root: string, options: SwarmOptions) {
    this.#root = root
    this.#dir = nodePath.join(root, 'memory')
    this.#options = options
    this.#pick = random(options.seed)
    this.#neighbours = new Neighbours(root, this.#pick, this.#marks, this.#wrong)
    this.#members = Array.from({ length: options.clients }, (_, at) => new Member(this.#dir, `client-${at}`, at))
  }

  async run(): Promise<SwarmReport> {
    const { writes, measured, kills } = this.#options
    const [first] = this.#members
    if (first === undefined) throw new Error('A swarm has a client.')
    await this.#prepare()
    const [alone, together] = measured === 0 ? [0, 0] : [await this.#p95([first]), await this.#p95(this.#members)]
    const others = [this.#neighbours.run(), this.#kill()]
    const storm = await this.#timed(async () => {
      await Promise.all(
        this.#members.map(async (member) => {
          while (!this.#isEnough) await this.#write(member)
        }),
      )
      this.#isOver = true
      this.#neighbours.isOver = true
      await Promise.all(others)
    })
    if (this.#kills < kills) this.#wrong.push(`only ${this.#kills} kills`)
    if (this.#writes < writes) this.#wrong.push(`only ${this.#writes} writes`)
    await Promise.all(this.#members.map((member) => member.end()))
    await this.#judge()
    if (this.#wrong.length === 0) await fs.rm(this.#root, { recursive: true, force: true })
    else this.#wrong.push(this.#root)
    const count = (fate: string): number => [...this.#marks.values()].filter((each) => each === fate).length
    return {
      acknowledged: count('acknowledged'),
      lost: count('lost'),
      kills: this.#kills,
      outsideEdits: this.#neighbours.edits,
      pulls: this.#neighbours.pulls,
      p95: { alone, together, storm },
      wrong: this.#wrong.slice(0, MAX_WRONG + 1),
    }
  }

  get #isEnough(): boolean {
    const { writes, kills } = this.#options
    return this.#wrong.length >= MAX_WRONG || (this.#writes >= writes && this.#kills >= kills)
  }

  /** Files that several clients write, and another repository from which `git pull` gets something. */
  async #prepare(): Promise<void> {
    const { clients, writes } = this.#options
    const exec = new Exec(this.#dir)
    for (let at = 0; at <= (writes * 2) / WRITES_A_FILE + clients; at += 1)
      await exec.run({ command: 'create', path: `/memories/${sharedFile(at)}`, file_text: 'begin\n' })
    await exec.end()
    await git(this.#root, 'clone', '-q', '--bare', this.#dir, 'origin.git')
    await git(this.#root, 'clone', '-q', 'origin.git', 'elsewhere')
    await git(this.#dir, 'remote', 'add', 'origin', '../origin.git')
  }

  /** Of so many writes each, when all of their servers run. */
  async #p95(members: readonly Member[]): Promise<number> {
    await Promise.all(members.map((member) => this.#write(member)))
    return this.#timed(() =>
      Promise.all(
        members.map(async (member) => {
          for (let at = 0; at < this.#options.measured; at += 1) await this.#write(member)
        }),
      ),
    )
  }

  async #timed(act: () => Promise<unknown>): Promise<number> {
    this.#times = []
    await act()
    return this.#times.toSorted((one, other) => one - other)[Math.floor(this.#times.length * 0.95)] ?? 0
  }

  /** A new file, a line in it, or a line in a file that all write. */
  async #write(member: Member): Promise<void> {
    const mark = member.newMark()
    const shared = sharedFile(Math.floor(this.#writes / WRITES_A_FILE))
    const order = member.order(mark, this.#pick(3) === 0 ? shared : null)
    const { outcome, text, ms } = await member.carryOut(order)
    this.#marks.set(mark, outcome === 'done' ? 'acknowledged' : outcome)
    if (outcome === 'done') {
      this.#writes += 1
      this.#times.push(ms)
      return
    }
    const missing = GONE.exec(text)?.[1]
    if (missing !== undefined) this.#gone.push(missing)
    else if (outcome === 'refused' && !REFUSALS.test(text)) this.#wrong.push(`${mark} was refused: ${text}`)
  }

  /** Kills a client, a server, or the one that keeps the store for the others, after so many writes. */
  async #kill(): Promise<void> {
    const { writes, kills, clients, measured } = this.#options
    const begun = measured * (clients + 1)
    for (let at = 1; at <= kills && !this.#isOver; at += 1) {
      const due = begun + ((writes - begun) * at) / (kills + 1)
      while (this.#writes < due && !this.#isOver) await delay(2)
      await delay(this.#pick(20))
      const victim = this.#members[this.#pick(clients)]
      const kind = this.#pick(3)
      if (kind === 0) victim?.kill()
      else if (kind === 1) victim?.killServer()
      else killProcess(await this.#keeper())
      this.#kills += 1
    }
  }

  async #keeper(): Promise<number> {
    const folder = `${this.#dir}.home/mcp`
    const name = (await fs.readdir(folder).catch(() => [])).find((each) => each.endsWith('.pid'))
    const text = name === undefined ? '' : await fs.readFile(nodePath.join(folder, name), 'utf8').catch(() => '')
    return Number(/"pid":(\d+)/.exec(text)?.[1] ?? 0)
  }

  async #judge(): Promise<void> {
    const cli = ['--store', this.#dir, 'log']
    await eventually('everything is in git', async () => {
      await runCli(cli, { VARIORUM_HOME: `${this.#dir}.home` })
      return (await git(this.#dir, 'status', '--porcelain', '-uall')) === ''
    }).catch((error: unknown) => this.#wrong.push(String(error)))
    const said = await gitComplaints(this.#dir)
    if (said !== '') this.#wrong.push(`git says ${said}`)
    const takenAway = await this.#takenAway()
    for (const path of this.#gone)
      if (!takenAway.has(path)) this.#wrong.push(`${path} was gone, and nobody took it away`)
    const { added, removed } = await this.#history()
    const found = [...(await files(this.#dir)).values()].flatMap((text) => text.match(MARK) ?? [])
    // A merge that git gives up takes away files that were committed meanwhile: an edit by another program, like any.
    this.#judgeMarks('in the files', [...found, ...[...removed].filter((mark) => !found.includes(mark))])
    const marks = added.map(({ mark }) => mark)
    // What git took away may come back, and what a merge brought that git did not finish may have been adopted.
    const isAgain = (mark: string): boolean => removed.has(mark) || mark.startsWith('elsewhere')
    this.#judgeMarks('in the history', [...new Set(marks.filter(isAgain)), ...marks.filter((mark) => !isAgain(mark))])
    for (const { mark, client } of added) {
      const wanted = mark.startsWith('client-') ? mark.slice(0, mark.lastIndexOf('-')) : ''
      if (client !== wanted) this.#wrong.push(`${mark} is said to be by "${client}"`)
    }
  }

  #judgeMarks(where: string, found: readonly string[]): void {
    const counts = new Map<string, number>()
    for (const mark of found) counts.set(mark, (counts.get(mark) ?? 0) + 1)
    for (const [mark, fate] of this.#marks) {
      const count = counts.get(mark) ?? 0
      const isRight = fate === 'acknowledged' ? count === 1 : fate === 'lost' ? count <= 1 : count === 0
      if (!isRight) this.#wrong.push(`${mark} was ${fate}, and is ${where} ${count} times`)
      counts.delete(mark)
    }
    this.#wrong.push(...[...counts.keys()].map((mark) => `${mark} is ${where}, and nobody wrote it`))
  }

  /** What another program removed: git, when it gives up a merge. */
  async #takenAway(): Promise<ReadonlySet<string>> {
    const format = '--format=%x00%(trailers:key=Variorum-Actor,valueonly,separator=%x2C)'
    const [, ...commits] = (
      await git(this.#dir, 'log', '--no-merges', '--diff-filter=D', '--name-only', format, 'HEAD')
    ).split('\0')
    return new Set(commits.flatMap((commit) => (commit.startsWith('outside') ? commit.split('\n').slice(1) : [])))
  }

  /** Each mark that a commit adds, with the client that the commit names, and those that another program removed. */
  async #history(): Promise<{
    readonly added: readonly { readonly mark: string; readonly client: string }[]
    readonly removed: ReadonlySet<string>
  }> {
    const [client, actor] = ['Client', 'Actor'].map((key) => `%(trailers:key=Variorum-${key},valueonly,separator=%x2C)`)
    const format = `--format=%x00${client}%x00${actor}%x00`
    const [, ...parts] = (await git(this.#dir, 'log', '--no-merges', '-p', '-U0', format, 'HEAD')).split('\0')
    const added: { readonly mark: string; readonly client: string }[] = []
    const removed = new Set<string>()
    for (let at = 0; at < parts.length; at += 3) {
      const [by = '', who = '', diff = ''] = parts.slice(at, at + 3)
      for (const [mark] of diff.matchAll(ADDED)) added.push({ mark, client: by.trim() })
      if (who.trim() === 'outside') for (const [mark] of diff.matchAll(REMOVED)) removed.add(mark)
    }
    return { added, removed }
  }
}

/** "client-3-17.": the dot tells it from "client-3-175". */
const MARK = /(?:client-\d+|chat|editor|elsewhere)-\d+\./g
const GONE = /^Error: The path \/memories\/(\S+) does not exist/
const ADDED = new RegExp(`(?<=^\\+)${MARK.source}`, 'gm')
const REMOVED = new RegExp(`(?<=^-)${MARK.source}`, 'gm')

function sharedFile(number: number): string {
  return `shared/${number}.md`
}
