import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { claudeMemory } from '../../testing/agent-home.ts'
import { installedBeside } from '../../testing/beside.ts'
import { eventually } from '../../testing/eventually.ts'
import { git, gitComplaints, gitDirs } from '../../testing/git.ts'
import { runProgram } from '../../testing/programs.ts'
import { type Pick, random } from '../../testing/random.ts'
import { playClaude, startClaude, type Talk } from './claude-conversations.ts'
import { Computer } from './computer.ts'
import { KeptHome } from './kept-home.ts'
import { bytesIn, Ledger, type Owner, stateOf, statesIn } from './memory-ledger.ts'
import { type Deed, Life } from './memory-life.ts'
import { Answers, askAll, BY_COMMAND } from './memory-questions.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'

// The memories that other agents keep, while `variorum keep` keeps their history: in a long run as the real Claude Code and
// Codex write them, each without a network and with a scripted model; otherwise a few that Claude Code is played to write.

const { VARIORUM_LONG: LONG, VARIORUM_SEED } = process.env
const SEED = Number(VARIORUM_SEED ?? 1)
const MEMORIES = Number(LONG ?? 8)
const PROJECTS = LONG === undefined ? 2 : Math.ceil(MEMORIES / 15)
/** Conversations about a project, and the user's sentences in each. The first is had before the folder is kept. */
const SESSIONS = LONG === undefined ? 2 : 3
const SENTENCES = 2
const AT_ONCE = 2
const CODEX_RUNS = 3
/** What lasted so long is in the history; in a short run each state lasts until it is. */
const LASTS_MS = LONG === undefined ? 0 : 200
/** VARIORUM_AGENTS names a folder that keeps the programs for the next time. */
const packages =
  LONG === undefined ? null : await installedBeside(versionsOf('claude-code', 'codex'), process.env.VARIORUM_AGENTS)

function versionsOf(...names: readonly string[]): Readonly<Record<string, string>> {
  const packed = PROGRAMS.filter(({ name }) => names.includes(name)).flatMap((program) => program.package ?? [])
  return Object.fromEntries(packed.map((named) => [named.replace(/@[^@]*$/, ''), named.replace(/^.*@/, '')]))
}

/** A project with a sub-folder and a second worktree, which have one memory. */
class Project {
  readonly home: string
  readonly root: string
  readonly ledger: Ledger
  readonly life: Life
  readonly #pick: Pick
  isKept = false

  constructor(home: string, at: number) {
    const name = `project-${at}`
    this.home = home
    this.root = nodePath.join(home, 'work', name)
    this.ledger = new Ledger(name, nodePath.join(home, claudeMemory(this.root)))
    this.#pick = random(SEED * PROJECTS + at)
    this.life = new Life(name, this.#pick, () => this.ledger.files)
  }

  get folder(): string {
    return this.ledger.folder
  }

  async make(): Promise<void> {
    await fs.mkdir(nodePath.join(this.root, 'src'), { recursive: true })
    await git(this.root, 'init', '-q', '-b', 'main')
    await git(this.root, 'commit', '-q', '--allow-empty', '-m', 'begin')
    await git(this.root, 'worktree', 'add', '-q', `${this.root}-tree`)
  }

  /** The user talks with the agent in one of the project's folders. */
  async converse(session: number, memories: number, isIndexTooLong: boolean): Promise<void> {
    const { home, folder, ledger, life, isKept } = this
    let [sentence, by, deeds]: [string, Owner, Iterator<Deed>] = ['', null, [].values()]
    const next = async (): Promise<Deed | null> => {
      await ledger.observe(by)
      await this.#perhapsByHand()
      const { value: deed, done } = deeds.next()
      // Nobody can tell where a file comes from that was moved at once.
      await this.#rest(done !== true && deed.does === 'move')
      ledger.touches()
      if (done === true) return null
      by = deed.does === 'append' ? BY_COMMAND : sentence
      return deed
    }
    const cwd = [this.root, nodePath.join(this.root, 'src'), `${this.root}-tree`][session % 3] ?? this.root
    const talk: Talk = { home, cwd, folder, next }
    const conversation = packages === null ? playClaude(talk) : await startClaude(packages, talk)
    try {
      for (let said = 1; said <= SENTENCES; said += 1) {
        ;[sentence, by] = [life.sentence(), null]
        deeds = life.deeds({ memories, mayMove: isKept, isIndexTooLong: isIndexTooLong && said === SENTENCES })
        await conversation.say(sentence)
      }
    } finally {
      await conversation.end()
    }
    await ledger.observe(null)
    await this.#rest()
    ledger.touches()
  }

  async #perhapsByHand(): Promise<void> {
    if (!this.isKept || this.#pick(4) > 0) return
    await this.#rest(true)
    this.ledger.touches()
    await this.life.byHand(this.folder)
    await this.ledger.observe(null)
  }

  async #rest(isLong = false): Promise<void> {
    if (!this.isKept) return
    if (LONG === undefined) await isInHistory(this.ledger)
    // For the model to think; sometimes so briefly that nothing has to come of it.
    else await setTimeout((isLong || this.#pick(4) > 0 ? LASTS_MS : 0) + this.#pick(LASTS_MS))
  }
}

const isInHistory = ({ name, folder, present }: Ledger): Promise<void> =>
  eventually(`all of ${name} is in the history`, async () => (await stateOf(folder, 'HEAD')) === present)

/** So many at once, however long each takes. */
async function each(
  projects: readonly Project[],
  work: (project: Project, at: number) => Promise<void>,
): Promise<void> {
  const pending = projects.entries()
  const workOff = async (): Promise<void> => {
    for (const [at, project] of pending) await work(project, at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOff))
}

/** Every second folder gets its history beside it. */
const isBeside = (at: number): boolean => at % 2 === 1
const print = (line: string): void => void (LONG !== undefined && process.stdout.write(`${line}\n`))

async function live(kept: KeptHome): Promise<readonly Project[]> {
  const projects = Array.from({ length: PROJECTS }, (_, at) => new Project(kept.home, at))
  const memories = Math.ceil(MEMORIES / PROJECTS / SESSIONS / SENTENCES)
  await each(projects, async (project) => {
    await project.make()
    await project.converse(0, memories, false)
  })
  expect((await kept.memories()).map(({ folder }) => folder).toSorted()).toEqual(
    projects.map(({ folder }) => folder).toSorted(),
  )
  for (const [at, { folder }] of projects.entries()) await kept.add(folder, ...(isBeside(at) ? ['--beside'] : []))
  await kept.keep()
  for (const project of projects) {
    await project.life.byHand(project.folder)
    await project.ledger.observe(null)
    await isInHistory(project.ledger)
    project.ledger.begin()
    project.isKept = true
  }
  await each(projects, async (project, at) => {
    for (let session = 1; session < SESSIONS; session += 1)
      await project.converse(session, memories, at % 5 === 4 && session === 1)
  })
  return projects
}

/** @returns how many states there were, and how many of those that lasted are not in the history */
async function expectHistory(projects: readonly Project[]): Promise<void> {
  let [all, lasted, lost] = [0, 0, 0]
  for (const project of projects) {
    await isInHistory(project.ledger)
    const [states, known] = [project.ledger.lasted(LASTS_MS), await statesIn(project.folder)]
    all += project.ledger.lasted(0).size
    lasted += states.size
    lost += [...states].filter((state) => !known.has(state)).length
  }
  const written = projects.flatMap(({ ledger }) => [...ledger.owners])
  const headings = written.filter(([line, owners]) => line.startsWith('# Heading') && ![...owners].includes(null))
  print(`memories ${headings.length}; states ${all}, of which ${lasted} lasted and ${lost} are not in the history`)
  expect(headings.length).toBeGreaterThanOrEqual(MEMORIES)
  expect(lost).toBe(0)
}

async function expectAnswers(kept: KeptHome, projects: readonly Project[]): Promise<void> {
  const answers = new Answers()
  const page = await kept.page()
  const found = await kept.memories()
  for (const { folder, ledger } of projects) {
    const key = found.find((each) => each.folder === folder)?.store
    expect((await page.ask('mutation', 'stores.open', { key, answering: 'finish' })).error).toBeUndefined()
    await askAll(page, ledger, answers)
  }
  print(answers.figures)
  for (const line of [...answers.wrong, ...answers.missing].slice(0, 40)) print(`  ${line}`)
  expect([answers.wrong.length, answers.missing.length]).toEqual([0, 0])
  expect(answers.right).toBeGreaterThan(0)
  expect(answers.silent).toBeGreaterThan(0)
}

/** What somebody wiped comes back as it was. */
async function wipeAndRestore(kept: KeptHome, projects: readonly Project[]): Promise<void> {
  for (const [at, project] of projects.entries()) {
    const { folder, ledger } = project
    const [before, head] = [await bytesIn(folder), (await git(folder, 'rev-parse', 'HEAD')).trim()]
    if (isBeside(at)) await fs.rm(folder, { recursive: true })
    else
      for (const name of await fs.readdir(folder))
        if (name !== '.git') await fs.rm(nodePath.join(folder, name), { recursive: true })
    expect((await bytesIn(folder)).size).toBe(0)
    // Where the history lies inside, what is deleted is deleted; beside, it is only missing.
    await kept.variorum('--store', folder, '--hidden', 'restore', isBeside(at) ? 'HEAD' : head)
    expect(await bytesIn(folder)).toEqual(before)
    // It is still kept.
    await project.life.byHand(folder)
    await ledger.observe(null)
    await isInHistory(project.ledger)
    expect(await gitComplaints(folder)).toBe('')
    if (isBeside(at)) expect(await fs.readdir(folder)).not.toContain('.git')
  }
}

test(`what Claude Code wrote is in the history, leads to the user's words, and comes back (seed ${SEED})`, async () => {
  await using kept = await KeptHome.make()
  const projects = await live(kept)
  await expectHistory(projects)
  await expectAnswers(kept, projects)
  await wipeAndRestore(kept, projects)
})

/** Codex with the memories that it does not keep by itself. */
const withMemories = (codex: AgentProgram): AgentProgram => ({
  ...codex,
  async prepare(user) {
    const start = await codex.prepare(user)
    await fs.appendFile(nodePath.join(user.home, '.codex', 'config.toml'), '[features]\nmemories = true\n')
    return start
  },
})

test.for(packages === null ? [] : PROGRAMS.filter(({ name }) => name === 'codex'))(
  '$name replaces the repository in its folder, and nothing of ours is lost',
  async (codex) => {
    const computer = await Computer.make(packages)
    await using kept = await KeptHome.make(computer.inHome(''))
    const folder = computer.inHome('.codex/memories')
    const ledger = new Ledger('codex', folder)
    const write = async (name: string, text: string): Promise<void> => {
      await fs.mkdir(folder, { recursive: true })
      await fs.writeFile(nodePath.join(folder, name), text)
      await ledger.observe(null)
    }
    const commits = async (): Promise<readonly string[]> => (await git(folder, 'log', '--format=%H')).trim().split('\n')
    await write('memory_summary.md', 'v1\nThe user prefers tabs.\n')
    await kept.add(folder)
    expect(gitDirs.has(folder)).toBe(true)
    await kept.keep()
    for (let run = 1; run <= CODEX_RUNS; run += 1) {
      await write('MEMORY.md', `# Task group ${run}\n`)
      await isInHistory(ledger)
      const before = await commits()
      await somebodysRepository(folder)
      // It does so once in a while, unless it has forgotten the last time.
      for (const name of await fs.readdir(nodePath.dirname(folder)))
        if (name !== 'memories') await fs.rm(computer.inHome(`.codex/${name}`), { recursive: true })
      const { ended } = await computer.start(withMemories(codex), function* steps() {
        return `It says ${yield { tool: 'exec_command', given: { cmd: 'echo hello' } }}`
      })
      expect(await ended).toEqual({ code: 0, said: expect.stringContaining('It says') })
      expect(await subjectsInside(folder)).toEqual(['Initialize Codex git baseline'])
      await ledger.observe(null)
      await isInHistory(ledger)
      expect((await commits()).slice(-before.length)).toEqual(before)
      expect(await gitComplaints(folder)).toBe('')
    }
    print(`codex: ${(await commits()).length} commits after ${CODEX_RUNS} runs, ${ledger.files.size} files`)
    const names = await fs.readdir(folder, { recursive: true })
    expect(names.filter((name) => /variorum/i.test(name))).toEqual([])
    await fs.rm(folder, { recursive: true })
    await kept.variorum('--store', folder, '--hidden', 'restore', 'HEAD')
    expect(await stateOf(folder, 'HEAD')).toBe(ledger.present)
    expect(new Map([...(await bytesIn(folder))].map(([path, bytes]) => [path, bytes.toString()]))).toEqual(ledger.files)
  },
)

/** In the place of what is in the folder, as if somebody had versioned it before. */
async function somebodysRepository(folder: string): Promise<void> {
  await fs.rm(nodePath.join(folder, '.git'), { recursive: true, force: true })
  const inside = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.invalid', '-C', folder]
  for (const args of [
    ['init', '-q'],
    ['add', 'MEMORY.md'],
    ['commit', '-q', '-m', 'mine'],
  ])
    expect((await runProgram({ file: 'git', args: [...inside, ...args] })).code).toBe(0)
}

async function subjectsInside(folder: string): Promise<readonly string[]> {
  const { out } = await runProgram({ file: 'git', args: ['-C', folder, 'log', '--all', '--format=%s'] })
  return out.toString().trim().split('\n')
}
