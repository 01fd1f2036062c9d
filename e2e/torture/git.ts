import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { git, gitComplaints } from '../../testing/git.ts'
import { random } from '../../testing/random.ts'
import type { Pick } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'

export interface GitReport {
  /** Commands of the writer that were acknowledged. */
  readonly acknowledged: number
  /** How often git was told to add a file, and how often it did. */
  readonly tries: number
  readonly adds: number
  /** The longest time without a `git add` that succeeded. */
  readonly longestMs: number
  /** Other git commands that succeeded. */
  readonly others: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

const LONGEST_PAUSE_MS = 150
/** A command of several steps needs most of a turn for itself. */
const GIT_PATIENCE_MS = 30_000
const ENOUGH_WRONG = 5
/** Ignored by the store, so that only git adds what is in it. */
const STAGED = 'staged'
/** What a refusal may say while git works. */
const REFUSALS = /busy|changed|exist|again/i

export interface GitOptions {
  readonly ms: number
  readonly seed: number
  /** How many files the first stash has; with thousands, it takes longer than a turn of git. */
  readonly stashed: number
  /** The longest time that git may be kept from adding a file. */
  readonly maxShutOutMs: number
}

/**
 * Git works in the folder while the agent writes at full speed: a large stash, then one `git add` after the other, and
 * beside it commits, amended ones, stashes, branches, tags, resets, collections. Git must get in within `maxShutOutMs`
 * at any time, every acknowledged command must be in the history of a branch or a restore point, and no lock may be
 * left.
 */
export async function gitTest({ ms, seed, stashed, maxShutOutMs }: GitOptions): Promise<GitReport> {
  const dir = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-git-'))
  const round = new Round(dir, random(seed))
  const report = await round.run(ms, stashed)
  const { longestMs } = report
  const wrong = [...report.wrong, ...(longestMs > maxShutOutMs ? [`git was shut out for ${longestMs} ms`] : [])]
  if (wrong.length === 0) for (const end of ['', '.home']) await fs.rm(dir + end, { recursive: true, force: true })
  return { ...report, wrong: wrong.map((line) => `${line} (${dir})`) }
}

class Round {
  readonly #dir: string
  readonly #pick: Pick
  readonly #commits: string[] = []
  readonly #wrong: string[] = []
  #tries = 0
  #adds = 0
  #others = 0
  #longestMs = 0
  #until = 0
  /** A command that must be git's only one. */
  #alone: Promise<void> | null = null
  #adding: Promise<unknown> = Promise.resolve()

  constructor(dir: string, pick: Pick) {
    this.#dir = dir
    this.#pick = pick
  }

  async run(ms: number, stashed: number): Promise<GitReport> {
    const exec = new Exec(this.#dir)
    await this.#write(exec, 0)
    // Before its first commit, `main` is no branch to come back to.
    await this.#insist('rev-parse', '-q', '--verify', 'HEAD')
    await fs.appendFile(nodePath.join(this.#dir, '.git/info/exclude'), `${STAGED}/\n`)
    this.#until = Date.now() + ms
    const git = this.#largeStash(stashed).then(() => Promise.all([this.#adder(), this.#otherCommands()]))
    const [last] = await Promise.all([this.#writer(exec), git])
    // What the last git command did is noticed with the command after it.
    await this.#write(exec, last + 1)
    await exec.end()
    await this.#judge()
    const [acknowledged, tries, adds, others] = [this.#commits.length, this.#tries, this.#adds, this.#others]
    return { acknowledged, tries, adds, others, longestMs: this.#longestMs, wrong: this.#wrong }
  }

  get #isOver(): boolean {
    return Date.now() > this.#until || this.#wrong.length >= ENOUGH_WRONG
  }

  /** @returns the serial of its last command */
  async #writer(exec: Exec): Promise<number> {
    let serial = 0
    while (!this.#isOver) await this.#write(exec, ++serial)
    return serial
  }

  async #write(exec: Exec, serial: number): Promise<void> {
    const path = `/memories/note-${serial % 7}.md`
    const text = `line ${serial}\n`
    const create = { command: 'create', path, file_text: text }
    let answer = await exec.run(serial < 7 ? create : { command: 'insert', path, insert_line: 0, insert_text: text })
    // Another branch may not have it.
    if (answer?.content.includes('does not exist') === true) answer = await exec.run(create)
    if (answer === null) this.#wrong.push(`exec ended: ${exec.said}`)
    else if (!answer.is_error) this.#commits.push(answer.commit ?? '')
    else if (!REFUSALS.test(answer.content)) this.#wrong.push(`refused: ${answer.content}`)
  }

  async #largeStash(files: number): Promise<void> {
    if (files === 0) return
    await fs.mkdir(nodePath.join(this.#dir, STAGED))
    for (let file = 0; file < files; file += 1)
      await fs.writeFile(nodePath.join(this.#dir, STAGED, `many-${file}.txt`), `${file}\n`)
    await this.#insist('add', '-f', STAGED)
    await this.#insist('stash', 'push', '-q', '--', STAGED)
  }

  async #adder(): Promise<void> {
    let last = Date.now()
    const note = (): void => {
      this.#longestMs = Math.max(this.#longestMs, Date.now() - last)
    }
    while (!this.#isOver) {
      this.#tries += 1
      if (this.#alone !== null) {
        note()
        await this.#alone
        last = Date.now()
      }
      // Each is another file, so that no checkout has to refuse for its sake. Switching branches may remove the folder.
      const name = `${STAGED}/${this.#adds}.txt`
      await fs.mkdir(nodePath.join(this.#dir, STAGED), { recursive: true })
      await fs.writeFile(nodePath.join(this.#dir, name), `${this.#adds}\n`).catch(() => undefined)
      const adding = this.#git('add', '-f', name)
      this.#adding = adding
      if (!(await adding)) continue
      note()
      last = Date.now()
      this.#adds += 1
    }
    note()
  }

  async #otherCommands(): Promise<void> {
    while (!this.#isOver) {
      const kind = this.#pick(14)
      const serial = this.#others
      if (kind < 3) await this.#insist('commit', '-q', '--allow-empty', '-m', `by git ${serial}`)
      else if (kind === 3) await this.#insist('tag', `tag-${serial}`)
      // It could delete the object of a concurrent `git add` before git's index refers to it.
      else if (kind === 4) await this.#withoutAdds(() => this.#insist('gc', '-q', '--prune=now'))
      else if (kind === 5) await this.#stash()
      else if (kind === 6) await this.#branches(serial)
      else if (kind === 7) await this.#insist('reset', '-q', this.#pick(2) === 0 ? '--soft' : '--mixed')
      else if (kind === 8) await this.#insist('diff', '--stat', 'HEAD')
      else if (kind === 9)
        await this.#insist('commit', '-q', '--amend', '--allow-empty', '-m', `mended by git ${serial}`)
      else if (kind === 10) await this.#insist('repack', '-a', '-d', '-q')
      else await this.#insist('status', '--porcelain')
      await delay(this.#pick(LONGEST_PAUSE_MS))
    }
  }

  /** A stash locks git's index once for each of its steps, and a concurrent `git add` would take the lock in between. */
  async #stash(): Promise<void> {
    await this.#withoutAdds(async () => {
      // With nothing staged, git reports an error instead of doing nothing.
      if (await this.#git('ls-files', '--error-unmatch', STAGED))
        await this.#insist('stash', 'push', '-q', '--', STAGED)
    })
    // There is none when nothing was staged.
    await this.#git('stash', 'drop', '-q')
  }

  async #withoutAdds(work: () => Promise<void>): Promise<void> {
    this.#alone = this.#adding.then(work)
    await this.#alone
    this.#alone = null
  }

  async #branches(serial: number): Promise<void> {
    await this.#insist('checkout', '-q', '-b', `branch-${serial}`)
    await delay(this.#pick(LONGEST_PAUSE_MS))
    await this.#insist('checkout', '-q', 'main')
  }

  /** Git fails at once while its index is locked, and says so; then it is tried again. */
  async #insist(...args: readonly string[]): Promise<void> {
    let said = ''
    for (const began = Date.now(); Date.now() - began < GIT_PATIENCE_MS; await delay(this.#pick(10))) {
      try {
        await git(this.#dir, ...args)
        this.#others += 1
        return
      } catch (error) {
        said = error instanceof Error ? error.message : String(error)
      }
    }
    this.#wrong.push(`git ${args.join(' ')} never succeeded: ${said}`)
  }

  async #git(...args: readonly string[]): Promise<boolean> {
    return git(this.#dir, ...args).then(
      () => true,
      () => false,
    )
  }

  async #judge(): Promise<void> {
    const known = new Set((await git(this.#dir, 'rev-list', '--all')).split('\n'))
    const lost = this.#commits.filter((commit) => !known.has(commit))
    if (lost.length > 0) {
      const moves = (await git(this.#dir, 'reflog', '--no-abbrev', '--format=%H %gs')).split('\n')
      const last = moves.findIndex((line) => lost.includes(line.slice(0, 40)))
      const then = last < 0 ? 'the branch never had them' : moves.slice(Math.max(0, last - 2), last + 1).join(', ')
      this.#wrong.push(`${lost.length} acknowledged commands are lost, first ${lost[0] ?? ''} (newest first: ${then})`)
    }
    const names = await fs.readdir(nodePath.join(this.#dir, '.git'), { recursive: true })
    this.#wrong.push(...names.filter((name) => name.endsWith('.lock')).map((name) => `${name} is left`))
    await this.#git('reset', '-q')
    const said = await gitComplaints(this.#dir)
    if (said !== '') this.#wrong.push(`git says ${said}`)
  }
}
