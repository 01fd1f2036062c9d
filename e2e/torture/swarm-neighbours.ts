import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { git } from '../../testing/git.ts'
import type { Pick } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { saveAsEditor } from './save-as-editor.ts'

/** What may be answered to a write while git is at work; then it was not done. */
export const REFUSALS = /busy|another|again/i
const RENAME_OVER = 2
const PAUSE_MS = 1_000
const PULL_EVERY_MS = 10_000
/** Git has its turns, but many begin at the same time. */
const GIT_PATIENCE_MS = 120_000

/** What became of the writes, by their marks. */
export type Marks = Map<string, 'acknowledged' | 'lost' | 'refused'>

/** Who else works in the swarm's folder: a chat, an editor and `git pull`. */
export class Neighbours {
  isOver = false
  edits = 0
  pulls = 0
  readonly #root: string
  readonly #dir: string
  readonly #pick: Pick
  readonly #marks: Marks
  readonly #wrong: string[]

  constructor(root: string, pick: Pick, marks: Marks, wrong: string[]) {
    this.#root = root
    this.#dir = nodePath.join(root, 'memory')
    this.#pick = pick
    this.#marks = marks
    this.#wrong = wrong
  }

  async run(): Promise<void> {
    await Promise.all([this.#chat(), this.#edit(), this.#pull()])
  }

  async #chat(): Promise<void> {
    const exec = new Exec(this.#dir)
    for (let at = 0; !this.isOver; at += 1) {
      const mark = `chat-${at}.`
      const answer = await exec.run({ command: 'create', path: `/memories/chat/${at}.md`, file_text: `${mark}\n` })
      this.#marks.set(mark, answer === null ? 'lost' : answer.is_error ? 'refused' : 'acknowledged')
      if (answer?.is_error === true && !REFUSALS.test(answer.content)) this.#wrong.push(`refused: ${answer.content}`)
      await delay(this.#pick(PAUSE_MS))
    }
    await exec.end()
  }

  /** Saves by a temporary file and a rename. */
  async #edit(): Promise<void> {
    await fs.mkdir(`${this.#dir}/editor`)
    for (let at = 0; !this.isOver; at += 1) {
      const mark = `editor-${at}.`
      await saveAsEditor(RENAME_OVER, `${this.#dir}/editor/${at}.md`, `${mark}\n`, 0)
      this.#marks.set(mark, 'acknowledged')
      this.edits += 1
      await delay(this.#pick(PAUSE_MS))
    }
  }

  async #pull(): Promise<void> {
    const elsewhere = nodePath.join(this.#root, 'elsewhere')
    for (let at = 0; !this.isOver; at += 1) {
      const mark = `elsewhere-${at}.`
      await fs.writeFile(nodePath.join(elsewhere, `elsewhere-${at}.md`), `${mark}\n`)
      await git(elsewhere, 'add', '-A')
      await git(elsewhere, 'commit', '-qm', 'elsewhere')
      await git(elsewhere, 'push', '-q', 'origin', 'main')
      const failure = await this.#pullOnce()
      if (failure === null) this.pulls += 1
      else this.#wrong.push(failure)
      this.#marks.set(mark, 'acknowledged')
      for (let waited = 0; waited < PULL_EVERY_MS && !this.isOver; waited += 50) await delay(50)
    }
  }

  /** Git is sometimes busy and says so; then it is tried again. */
  async #pullOnce(): Promise<string | null> {
    for (const until = Date.now() + GIT_PATIENCE_MS; ;) {
      try {
        await git(this.#dir, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main')
        return null
      } catch (error) {
        await this.#abort()
        if (Date.now() > until) return String(error)
        await delay(20 + this.#pick(60))
      }
    }
  }

  /**
   * A merge that git could not finish. Git reads its index before it locks it, so what was committed in between may be
   * missing in what it then writes; then it does not abort the merge either, and a plain reset helps.
   */
  async #abort(): Promise<void> {
    const isMerging = async (): Promise<boolean> =>
      fs.access(nodePath.join(this.#dir, '.git/MERGE_HEAD')).then(
        () => true,
        () => false,
      )
    if (await isMerging()) await git(this.#dir, 'merge', '--abort').catch(() => '')
    if (await isMerging()) await git(this.#dir, 'reset', '-q').catch(() => '')
  }
}
