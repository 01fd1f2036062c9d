import { existsSync, mkdirSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../../testing/command-line.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { random } from '../../testing/random.ts'
import type { Pick } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { EDITORS, saveAsEditor } from './save-as-editor.ts'

export interface OutsideReport {
  readonly turns: number
  readonly outsideEdits: number
  readonly agentEdits: number
  readonly gitCommands: number
  /** Versions that had to be in the history: at rest, or acknowledged. */
  readonly versions: number
  readonly wrong: readonly string[]
}

type Branch = 'main' | 'side'

/** A file unchanged for this long is a version. */
const RESTED_MS = 200
const SETTLED_MS = 10_000
const GIT_TRIES = 60
/** Git takes long to rebase a long branch. */
const TURNS_A_STORE = 100
const ENOUGH_WRONG = 5
const AT_ONCE_MS = 12
/** Answers the agent may get when others are faster. */
const REFUSALS = /changed|busy|exist|again/i

/**
 * Other programs save as editors do and git pulls, rebases, switches branches and collects, while the agent writes
 * the same files. Every version that rested and every one that was acknowledged must be in the history of the branch
 * on which it was written, of no other, and what was staged must stay as it is.
 */
export async function outsideTest({
  turns,
  seed,
}: {
  readonly turns: number
  readonly seed: number
}): Promise<OutsideReport> {
  const pick = random(seed)
  const total = { outsideEdits: 0, agentEdits: 0, gitCommands: 0, versions: 0 }
  const wrong: string[] = []
  for (let done = 0; done < turns && wrong.length === 0; done += TURNS_A_STORE) {
    const one = await Interleaving.begin(pick)
    for (let turn = 0; turn < Math.min(TURNS_A_STORE, turns - done) && one.wrong.length < ENOUGH_WRONG; turn += 1)
      await one.turn()
    await one.end()
    for (const name of ['outsideEdits', 'agentEdits', 'gitCommands'] as const) total[name] += one.counts[name]
    total.versions += one.versions
    wrong.push(...one.wrong)
  }
  return { turns, ...total, wrong }
}

class Interleaving {
  readonly counts = { outsideEdits: 0, agentEdits: 0, gitCommands: 0 }
  readonly wrong: string[] = []
  readonly #root: string
  readonly #dir: string
  readonly #exec: Exec
  readonly #pick: Pick
  /** Whole files that rested, and lines that were acknowledged. */
  readonly #rested = new Set<string>()
  readonly #acknowledged = new Set<string>()
  #branch: Branch = 'main'
  #staged: string | null = null
  #serial = 0

  private constructor(root: string, pick: Pick) {
    this.#root = root
    this.#dir = nodePath.join(root, 'memory')
    mkdirSync(this.#dir)
    this.#exec = new Exec(this.#dir)
    this.#pick = pick
  }

  get versions(): number {
    return this.#rested.size + this.#acknowledged.size
  }

  /** A store with a second branch, and a clone that others push from. */
  static async begin(pick: Pick): Promise<Interleaving> {
    const one = new Interleaving(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-outside-')), pick)
    for (const branch of ['main', 'side'])
      for (const at of [1, 2, 3])
        await one.#agent({
          command: 'create',
          path: `/memories/${branch}-${at}.md`,
          file_text: `begin ${branch} ${at}\n`,
        })
    await one.#settled()
    await git(one.#root, 'clone', '-q', '--bare', one.#dir, 'origin.git')
    await git(one.#root, 'clone', '-q', 'origin.git', 'elsewhere')
    for (const dir of [one.#dir, nodePath.join(one.#root, 'elsewhere')])
      for (const [name, value] of [
        ['user.name', 'T'],
        ['user.email', 't@example.invalid'],
      ] as const)
        await git(dir, 'config', name, value)
    await one.#git('remote', 'add', 'origin', '../origin.git')
    await one.#git('branch', 'side')
    return one
  }

  async turn(): Promise<void> {
    const kind = this.#pick(24)
    if (kind === 0) return this.#checkout()
    if (kind === 1) return this.#alongside(() => this.#pull())
    if (kind === 2) return this.#alongside(() => this.#rebase())
    if (kind === 3) return this.#alongside(() => this.#git('gc', '-q', '--prune=now'))
    if (kind === 4) return this.#stage()
    const path = this.#somePath()
    const both = this.#pick(3) === 0
    await Promise.all([
      kind < 17 || both ? this.#editOutside(path) : null,
      kind >= 17 || both ? this.#editByAgent(both ? path : this.#somePath()) : null,
    ])
    if (this.#pick(2) === 0) await this.#rest(path)
  }

  #somePath(): string {
    return `${this.#branch}-${1 + this.#pick(4)}.md`
  }

  /** A unique line that names its branch. */
  #newLine(by: string): string {
    return `${by} ${(this.#serial += 1)} on ${this.#branch}\n`
  }

  async #rest(path: string): Promise<void> {
    await delay(RESTED_MS)
    const text = await fs.readFile(nodePath.join(this.#dir, path), 'utf8').catch(() => null)
    if (text !== null) this.#rested.add(text)
  }

  async #agent(command: object): Promise<Answer | null> {
    const answer = await this.#exec.run(command)
    if (answer === null) this.wrong.push(`exec ended: ${this.#exec.said}`)
    return answer
  }

  async #editByAgent(path: string): Promise<void> {
    const line = this.#newLine('agent')
    await delay(this.#pick(AT_ONCE_MS))
    const isThere = existsSync(nodePath.join(this.#dir, path))
    const answer = await this.#agent(
      isThere
        ? { command: 'insert', path: `/memories/${path}`, insert_line: 0, insert_text: line }
        : { command: 'create', path: `/memories/${path}`, file_text: line },
    )
    this.counts.agentEdits += 1
    if (answer?.is_error === false) this.#acknowledged.add(line)
    else if (answer !== null && !REFUSALS.test(answer.content)) this.wrong.push(`refused: ${answer.content}`)
  }

  async #editOutside(path: string): Promise<void> {
    const text = this.#newLine('outside')
    await delay(this.#pick(AT_ONCE_MS))
    this.counts.outsideEdits += 1
    await saveAsEditor(this.#pick(EDITORS), nodePath.join(this.#dir, path), text, this.#pick(5))
  }

  /** Every file version that these commits introduce. */
  async #texts(...commits: readonly string[]): Promise<readonly string[]> {
    const raw = await git(this.#dir, 'log', '--format=', '--raw', '-m', '--no-renames', '--no-abbrev', ...commits)
    const ids = new Set([...raw.matchAll(/^:\S+ \S+ \S+ (\S+) [AMT]/gm)].flatMap(([, id]) => id ?? []))
    const texts: string[] = []
    for (const id of ids) texts.push(await git(this.#dir, 'cat-file', 'blob', id))
    return texts
  }

  async #alongside(act: () => Promise<unknown>): Promise<void> {
    await Promise.all([act(), this.#pick(2) === 0 ? this.#editByAgent(this.#somePath()) : null])
  }

  /** Git is sometimes busy and says so; then it is tried again. */
  async #git(...args: readonly string[]): Promise<string> {
    this.counts.gitCommands += 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await git(this.#dir, ...args)
      } catch (error) {
        await this.#abort()
        if (attempt === GIT_TRIES) {
          this.wrong.push(`git ${args.join(' ')}: ${String(error)}`)
          return ''
        }
        await delay(20 + this.#pick(60))
      }
    }
  }

  async #abort(): Promise<void> {
    const inGit = await fs.readdir(nodePath.join(this.#dir, '.git'))
    if (inGit.includes('rebase-merge') || inGit.includes('rebase-apply'))
      await git(this.#dir, 'rebase', '--abort').catch(() => '')
    if (inGit.includes('MERGE_HEAD')) await git(this.#dir, 'merge', '--abort').catch(() => '')
  }

  /** Waits until git has everything, like a user who does not want to carry unsaved work to another branch. */
  async #settled(): Promise<void> {
    for (const until = Date.now() + SETTLED_MS; Date.now() < until; await delay(20))
      if ((await git(this.#dir, 'status', '--porcelain', '-uall').catch(() => 'busy')) === '') return
    this.wrong.push(`not taken into history: ${await git(this.#dir, 'status', '--porcelain', '-uall')}`)
  }

  async #checkout(): Promise<void> {
    await this.#unstage()
    await this.#settled()
    this.#branch = this.#branch === 'main' ? 'side' : 'main'
    await this.#git('checkout', '-q', this.#branch)
  }

  async #pull(): Promise<void> {
    if (this.#branch !== 'main') return
    await this.#unstage()
    const elsewhere = nodePath.join(this.#root, 'elsewhere')
    const text = `elsewhere ${(this.#serial += 1)}\n`
    await fs.writeFile(nodePath.join(elsewhere, `elsewhere-${this.#pick(3)}.md`), text)
    await git(elsewhere, 'add', '-A')
    await git(elsewhere, 'commit', '-qm', 'elsewhere')
    await git(elsewhere, 'push', '-q', 'origin', 'main')
    await this.#git('pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main')
    this.#rested.add(text)
  }

  async #rebase(): Promise<void> {
    if (this.#branch !== 'side') return
    await this.#unstage()
    await this.#settled()
    await this.#git('rebase', '-q', 'main')
  }

  /** Stages something that only git's index has; checked and unstaged before a git command that would fail on it. */
  async #stage(): Promise<void> {
    await this.#unstage()
    this.#staged = `staged ${(this.#serial += 1)}\n`
    await fs.writeFile(nodePath.join(this.#root, 'staged'), this.#staged)
    const id = (await this.#git('hash-object', '-w', '../staged')).trim()
    await this.#git('update-index', '--add', '--cacheinfo', `100644,${id},staged.md`)
  }

  async #unstage(): Promise<void> {
    if (this.#staged === null) return
    const there = await git(this.#dir, 'show', ':staged.md').catch(String)
    if (there !== this.#staged)
      this.wrong.push(`staged was ${JSON.stringify(this.#staged)} and is ${JSON.stringify(there)}`)
    this.#staged = null
    await this.#git('rm', '-q', '--cached', 'staged.md')
  }

  async end(): Promise<void> {
    await this.#unstage()
    await this.#settled()
    await this.#exec.end()
    const said = await gitComplaints(this.#dir)
    if (said !== '') this.wrong.push(`git says ${said}`)
    const kept = await this.#texts('--all')
    const lines = new Set(kept.flatMap(linesOf))
    const texts = new Set(kept)
    this.wrong.push(
      ...[...this.#rested]
        .filter((text) => !texts.has(text))
        .map((text) => `rested, and is not in history: ${JSON.stringify(text)}`),
    )
    this.wrong.push(
      ...[...this.#acknowledged]
        .filter((line) => !lines.has(line))
        .map((line) => `acknowledged, and is not in history: ${JSON.stringify(line)}`),
    )
    for (const [branch, other] of [
      ['main', 'side'],
      ['side', 'main'],
    ] as const) {
      const strange = (await this.#texts(branch, `^${other}`))
        .flatMap(linesOf)
        .filter((line) => line.endsWith(`on ${other}\n`))
      this.wrong.push(...strange.map((line) => `${branch} has what was written on the other branch: ${line}`))
    }
    if (this.wrong.length === 0) await fs.rm(this.#root, { recursive: true, force: true })
    else this.wrong.push(this.#root)
  }
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n/g) ?? []
}
