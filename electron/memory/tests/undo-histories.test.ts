import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { Commit, Origin, WriteOutcome } from '../../../shared/commit.ts'
import { newFolder } from '../../../testing/folders.ts'
import { random, type Pick } from '../../../testing/random.ts'
import type { MoveOutcome, Store } from '../store-interface.ts'
import { agent, bytes, gitComplaints, newStore, user } from './store-fixture.ts'

// Undo of any commit of generated histories, beside git's own three-way merge. `npm run long -- undo` makes 5,000.

const HISTORIES = Number(process.env.VARIORUM_LONG ?? 150)
const SEED = Number(process.env.VARIORUM_SEED ?? 11)
const TIMEOUT_MS = process.env.VARIORUM_LONG === undefined ? 60_000 : 7_200_000

const undoing = { ...user, verb: 'undo' } as const
const WORDS = ['the', 'spare', 'key', 'is', 'with', 'Ana', 'in', 'Lisbon', 'until', 'Monday', 'or', 'later']

/** Changes of a text whose every line and every edited word has a tag of its own. */
class Writer {
  readonly #pick: Pick
  #tags = 0

  constructor(pick: Pick) {
    this.#pick = pick
  }

  #tag(): string {
    this.#tags += 1
    return `t${this.#tags}`
  }

  line(): string {
    const words = Array.from({ length: 2 + this.#pick(7) }, () => WORDS[this.#pick(WORDS.length)])
    return `- ${words.join(' ')} ${this.#tag()}`
  }

  change(lines: readonly string[]): readonly string[] {
    const out = [...lines]
    const at = this.#pick(out.length + 1)
    switch (this.#pick(7)) {
      case 0:
      case 1:
        out.splice(at, 0, ...Array.from({ length: 1 + this.#pick(2) }, () => this.line()))
        break
      case 2:
        out.splice(at, 1 + this.#pick(2))
        break
      case 3: {
        const block = out.splice(this.#pick(out.length), 1 + this.#pick(3))
        out.splice(this.#pick(out.length + 1), 0, ...block)
        break
      }
      default: {
        const words = (out[at] ?? this.line()).split(' ')
        words[1 + this.#pick(words.length - 1)] = `${WORDS[this.#pick(WORDS.length)] ?? ''}${this.#tag()}`
        out.splice(at, 1, words.join(' '))
      }
    }
    return out
  }
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function committed(outcome: WriteOutcome | MoveOutcome): Commit {
  if (outcome.kind !== 'committed') throw new Error(JSON.stringify(outcome))
  return outcome.commit
}

interface Version {
  readonly commit: Commit
  readonly before: string
  readonly after: string
}

/** A file with a history; it may be renamed on the way. */
async function history(store: Store, name: string, pick: Pick): Promise<{ path: string; versions: Version[] }> {
  const writer = new Writer(pick)
  let path = `${name}.md`
  let lines: readonly string[] = Array.from({ length: 5 + pick(12) }, () => writer.line())
  committed(await store.put(path, null, bytes(textOf(lines)), agent))
  const versions: Version[] = []
  for (let left = 2 + pick(5); left > 0; left -= 1) {
    if (pick(6) === 0) {
      const to = `${name}-${left}.md`
      committed(await store.move(path, to, { ...agent, verb: 'rename' }))
      path = to
    }
    const before = textOf(lines)
    lines = writer.change(writer.change(lines))
    const origin: Origin = pick(2) === 0 ? agent : user
    const found = await store.look(path)
    if (found.kind !== 'file') throw new Error(found.kind)
    const commit = committed(await store.put(path, found.blob.id, bytes(textOf(lines)), origin))
    versions.push({ commit, before, after: textOf(lines) })
  }
  return { path, versions }
}

/** Git's own three-way merge; null with a conflict. */
async function gitMerge(dir: string, base: string, ours: string, theirs: string): Promise<string | null> {
  const files = ['ours', 'base', 'theirs'].map((name) => nodePath.join(dir, name))
  await Promise.all([ours, base, theirs].map((text, at) => fs.writeFile(files[at] ?? '', text)))
  try {
    return execFileSync('git', ['merge-file', '-p', '-q', ...files], { encoding: 'utf8' })
  } catch {
    return null
  }
}

async function present(store: Store, path: string): Promise<{ readonly text: string; readonly authors: unknown }> {
  const text = (await store.file(path))?.text ?? ''
  const authors = (await store.blame(path))?.lines.map(({ readings }) => [readings[0]?.text, readings[0]?.commit])
  return { text, authors }
}

test(
  'an undo agrees with git, resolves more, and redo brings back the same bytes and authors',
  { timeout: TIMEOUT_MS },
  async () => {
    const pick = random(SEED)
    const dir = await newFolder()
    await using place = await newStore()
    const { store } = place
    const counts = { clean: 0, conflicts: 0, resolved: 0 }
    for (let number = 0; number < HISTORIES; number += 1) {
      const { path, versions } = await history(store, `f${number}`, pick)
      const version = versions[pick(versions.length)]
      if (version === undefined) throw new Error('a history without versions')
      const { commit, before, after } = version
      const was = await present(store, path)
      const byGit = await gitMerge(dir, after, was.text, before)
      const outcome = await store.undo({ commits: [commit.id] }, undoing)
      const now = await present(store, path)
      if (byGit === null) counts.conflicts += 1
      else counts.clean += 1
      if (outcome.kind === 'conflict') {
        expect([byGit, now.text], `seed ${SEED}, ${path}`).toEqual([null, was.text])
        continue
      }
      if (byGit === null) counts.resolved += 1
      // A merge that changes nothing has undone nothing: then we look for what was moved.
      else if (byGit !== was.text) expect(now.text, `seed ${SEED}, ${path}`).toBe(byGit)
      if (outcome.kind !== 'committed') continue
      committed(await store.undo({ commits: [outcome.commit.id] }, undoing))
      expect(await present(store, path), `seed ${SEED}, ${path}`).toEqual(was)
    }
    expect(await gitComplaints(place.dir)).toBe('')
    await fs.rm(dir, { recursive: true })
    process.stdout.write(
      `undo: ${HISTORIES} histories, seed ${SEED}: git clean ${counts.clean}, of its ${counts.conflicts} conflicts resolved ${counts.resolved}\n`,
    )
    expect(counts.resolved / counts.conflicts).toBeGreaterThan(0.3)
  },
)
