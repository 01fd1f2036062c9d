import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { git, gitDirs } from '../../../testing/git.ts'
import { openStore } from '../open-store.ts'
import { gitdirBeside } from '../repo/history-place.ts'
import type { Store } from '../store-interface.ts'
import { allow, user } from './store-fixture.ts'

// Programs as they were seen to write their memories, at random, while a store keeps the history of their folder beside
// it: Gemini CLI and Codex write in place; Claude Code renames a temporary file; Codex replaces `.git`; all of them wipe.

const TRACES = Number(process.env.VARIORUM_LONG ?? 12)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)
/** Programs at work at the same time, each in a folder of its own. */
const AT_ONCE = 4

const NAMES = ['MEMORY.md', 'topics/ü.md', ...Array.from({ length: 11 }, (_, at) => `rollouts/${at}.md`)]
const path = fc.constantFrom(...NAMES)
const text = fc.string({ unit: 'grapheme', maxLength: 60 })
const step = fc.record({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('in place' as const, 'renamed' as const), path, text }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('removed' as const, 'half' as const, 'mode' as const), path }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('all' as const), text }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('wiped' as const, 'gone' as const, 'git' as const) }) },
  ),
  /** The next step comes only when the history has this state. */
  lasts: fc.boolean(),
})
const trace = fc.array(step, { minLength: 3, maxLength: 9 })
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

/** The program. It knows nothing of the store. */
class Writer {
  readonly dir: string
  readonly files = new Map<string, string>()
  #count = 0

  constructor(dir: string) {
    this.dir = dir
  }

  async does({ does }: Step): Promise<void> {
    const at = (name: string): string => nodePath.join(this.dir, name)
    if (does.kind === 'in place' || does.kind === 'renamed') await this.#write(does.path, does.text, does.kind)
    else if (does.kind === 'all') for (const name of NAMES) await this.#write(name, `${name} ${does.text}`, 'in place')
    else if (does.kind === 'half') await this.#temporary(does.path, 'half')
    else if (does.kind === 'removed') {
      await fs.rm(at(does.path), { force: true })
      this.files.delete(does.path)
    } else if (does.kind === 'mode') await fs.chmod(at(does.path), 0o755).catch(() => undefined)
    else if (does.kind === 'git') await this.#ownGit()
    else {
      if (does.kind === 'gone') await fs.rm(this.dir, { recursive: true, force: true })
      else
        for (const name of await fs.readdir(this.dir).catch(() => []))
          if (name !== '.git') await fs.rm(at(name), { recursive: true })
      this.files.clear()
    }
  }

  async #write(name: string, content: string, how: 'in place' | 'renamed'): Promise<void> {
    const target = nodePath.join(this.dir, name)
    await fs.mkdir(nodePath.dirname(target), { recursive: true })
    if (how === 'in place') await fs.writeFile(target, content)
    else await fs.rename(await this.#temporary(name, content), target)
    this.files.set(name, content)
  }

  async #temporary(name: string, content: string): Promise<string> {
    this.#count += 1
    const suffix = `tmp.${process.pid}.${this.#count.toString(16).padStart(12, '0')}`
    const temporary = nodePath.join(this.dir, `${name}.${suffix}`)
    await fs.mkdir(nodePath.dirname(temporary), { recursive: true })
    const file = await fs.open(temporary, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
    await file.close()
    return temporary
  }

  async #ownGit(): Promise<void> {
    await fs.rm(`${this.dir}/.git`, { recursive: true, force: true })
    this.#count += 1
    for (const [name, content] of [
      ['.git/HEAD', 'ref: refs/heads/main\n'],
      ['.git/index.lock', ''],
      ['.git/refs/heads/main', `${createHash('sha1').update(String(this.#count)).digest('hex')}\n`],
      ['.codex-baseline/.git/codex-baseline.lock', ''],
    ] as const) {
      await fs.mkdir(nodePath.dirname(nodePath.join(this.dir, name)), { recursive: true })
      await fs.writeFile(nodePath.join(this.dir, name), content)
    }
  }

  /** Everything that is in the folder, with bytes, inodes and modes; '' when it is gone. */
  async everything(): Promise<string> {
    const names = await fs.readdir(this.dir, { recursive: true }).catch(() => [])
    const lines = names.toSorted().map(async (name) => {
      const stat = await fs.stat(nodePath.join(this.dir, name))
      const bytes = stat.isFile() ? (await fs.readFile(nodePath.join(this.dir, name))).toString('hex') : ''
      return [name, stat.ino, stat.mode, stat.mtimeMs, bytes].join(' ')
    })
    return (await Promise.all(lines)).join('\n')
  }
}

/** The commit that has every file of the folder, once there is one; what else it has must be asked about. */
async function commitOf(store: Store, files: ReadonlyMap<string, string>): Promise<string | null> {
  const { head, vanished } = await store.status()
  if (head === null) return files.size === 0 ? '' : null
  const tree = await store.tree(head)
  for (const [name, content] of files) if ((await store.file(name, head))?.text !== content) return null
  return tree.files.length - files.size === (vanished?.files ?? 0) ? head : null
}

async function follow(steps: readonly Step[]): Promise<void> {
  const root = await newFolder()
  const [dir, device] = [`${root}/memories`, `${root}/home/stores`]
  gitDirs.set(dir, gitdirBeside(dir, device))
  await fs.mkdir(dir)
  const store = await openStore({ dir, device, gate: allow, history: 'beside' })
  const writer = new Writer(dir)
  const lasted: { readonly commit: string; readonly files: ReadonlyMap<string, string> }[] = []
  const rest = async (): Promise<void> => {
    const left = await writer.everything()
    const files = new Map(writer.files)
    let commit: string | null = null
    await eventually('the history has it', async () => (commit = await commitOf(store, files)) !== null)
    lasted.push({ commit: commit ?? '', files })
    expect(await writer.everything()).toBe(left)
  }
  for (const each of steps) {
    await writer.does(each)
    if (each.lasts) await rest()
  }
  await rest()
  await fs.rm(dir, { recursive: true, force: true })
  for (const { commit, files } of lasted.filter((each) => each.commit !== ''))
    for (const [name, content] of files) expect((await store.file(name, commit))?.text).toBe(content)
  const last = lasted.findLast(({ files }) => files.size > 0)
  if (last !== undefined) {
    await eventually('it is shown', async () => (await store.status()).vanished?.kind === 'folder')
    await store.restore(last.commit, [''], user)
    for (const [name, content] of last.files) expect(await fs.readFile(nodePath.join(dir, name), 'utf8')).toBe(content)
  }
  await store.close()
  expect(await git(root, `--git-dir=${gitdirBeside(dir, device)}`, 'fsck', '--strict', '--no-dangling')).toBe('')
}

test(
  `what lasted is in the history, and the folder is as its program left it (seed ${SEED})`,
  { timeout: 20_000_000 },
  async () => {
    const pending = fc.sample(trace, { numRuns: TRACES, seed: SEED }).values()
    const workOff = async (): Promise<void> => {
      for (const steps of pending)
        await follow(steps).catch((cause: unknown) => {
          throw new Error(`With these steps: ${JSON.stringify(steps)}`, { cause })
        })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, workOff))
  },
)
