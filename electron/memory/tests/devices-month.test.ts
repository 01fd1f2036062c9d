import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { Commit, CommitName, WriteOutcome } from '../../../shared/commit.ts'
import { byUser } from '../../../shared/origin.ts'
import { newFolder } from '../../../testing/folders.ts'
import * as native from '../../../testing/git.ts'
import { random, type Pick } from '../../../testing/random.ts'
import {
  type DeviceWrite,
  judgeTexts,
  type Marks,
  marksIn,
  type Question,
  SharedNotes,
} from '../../../testing/shared-notes.ts'
import type { Store } from '../store-interface.ts'
import { agent, fileAt, filesOfHead, git, gitComplaints, newStore, user, writeOutside } from './store-fixture.ts'

// Three devices over a month: sessions of an agent, a user and another program, each device offline for a third of them.
// `npm run long -- devices-month` makes so many whole months.

const MONTHS = Number(process.env.VARIORUM_LONG ?? 1)
const SEED = Number(process.env.VARIORUM_SEED ?? 5)
const SESSIONS = process.env.VARIORUM_LONG === undefined ? 12 : 90
const TIMEOUT_MS = process.env.VARIORUM_LONG === undefined ? 60_000 : 7_200_000
const OFFLINE = 0.3
const DEVICES = 3

interface Device {
  readonly index: number
  readonly dir: string
  readonly store: Store
  /** The newest write that can be undone. */
  newest: (Marks & { readonly name: CommitName }) | null
}

class Month {
  readonly notes: SharedNotes
  readonly devices: Device[] = []
  readonly asked: Question[] = []
  /** The commit that wrote each line. */
  readonly writtenIn = new Map<string, CommitName>()
  readonly counts = { offline: 0, undone: 0, restored: 0, outside: 0 }
  readonly #pick: Pick
  #address = ''

  constructor(pick: Pick) {
    this.#pick = pick
    this.notes = new SharedNotes(pick)
  }

  async begin(stack: AsyncDisposableStack): Promise<void> {
    this.#address = nodePath.join(await newFolder(), 'memory.git')
    await fs.mkdir(this.#address)
    await native.git(this.#address, 'init', '-q', '--bare', '-b', 'main', '.')
    for (let index = 0; index < DEVICES; index += 1) {
      const { dir, store } = stack.use(await newStore())
      const device: Device = { index, dir, store, newest: null }
      this.devices.push(device)
      await store.share({ address: this.#address, name: `Device ${index}` })
      if (index === 0) for (const write of this.notes.firstWrites()) await this.#carryOut(device, write)
      await this.sync(device)
    }
    await this.settle()
    for (const { store } of this.devices)
      for (const { state, code } of (await store.devices()).devices)
        if (state !== 'here') await store.changeDevices({ admit: code })
    await this.settle()
  }

  /** Everybody has everything. */
  async settle(): Promise<void> {
    for (const device of [...this.devices, ...this.devices]) await this.sync(device)
  }

  async sync(device: Device): Promise<void> {
    const { problem } = await device.store.sync()
    expect(problem).toBeNull()
    const left = await device.store.leftByMerges()
    for (const write of left.flatMap(({ writes }) => writes))
      this.asked.push({ path: write.files[0]?.path ?? '', text: JSON.stringify(write) })
    await device.store.taken(left.map(({ commit }) => commit))
  }

  async session(): Promise<void> {
    const device = this.#any()
    for (let write = this.#pick(4); write >= 0; write -= 1) await this.#write(device)
    if (this.#pick(4) === 0) await this.#clash(device)
    for (const each of this.devices) {
      const isDue = each === device || this.#pick(3) === 0
      if (isDue && this.#pick(100) >= OFFLINE * 100) await this.sync(each)
      else if (isDue) await this.#beOffline(each)
    }
  }

  #any(): Device {
    const device = this.devices[this.#pick(DEVICES)]
    if (device === undefined) throw new Error('There is no device.')
    return device
  }

  /** It does not try, or finds nothing there. */
  async #beOffline({ store }: Device): Promise<void> {
    this.counts.offline += 1
    if (this.#pick(2) === 0) return
    await fs.rename(this.#address, `${this.#address}.away`)
    const { problem } = await store.sync()
    await fs.rename(`${this.#address}.away`, this.#address)
    expect(problem).not.toBeNull()
  }

  async #write(device: Device): Promise<void> {
    const kind = this.#pick(12)
    if (kind === 0) await this.#undo(device)
    else if (kind < 3) await this.#restore(device)
    else if (kind === 3) await this.#editOutside(device)
    else if (kind === 4) await this.#carryOut(device, this.notes.clashFile())
    else await this.#carryOut(device, this.notes.next(device.index, await filesOf(device)))
  }

  async #carryOut(device: Device, write: DeviceWrite): Promise<void> {
    const name = await this.#put(device, write)
    this.notes.settle(device.index, write)
    for (const mark of write.adds) this.writtenIn.set(mark, name)
    device.newest = { ...write, name }
  }

  async #put({ store }: Device, { path, text, renamed }: DeviceWrite): Promise<CommitName> {
    const origin = this.#pick(3) === 0 ? user : agent
    if (renamed !== undefined) return nameIn(await store.move([renamed], origin))
    if (text === null) return nameIn(await store.remove([path], origin))
    const found = await store.look(path)
    return nameIn(await store.put([fileAt(path, text, found.kind === 'file' ? found.blob.id : null)], origin))
  }

  async #undo(device: Device): Promise<void> {
    const { newest } = device
    if (newest === null) return
    device.newest = null
    const outcome = await device.store.undo({ commits: [newest.name] }, byUser('undo'))
    if (outcome.kind !== 'committed') return
    this.counts.undone += 1
    this.notes.settle(device.index, { adds: newest.removes, removes: newest.adds })
  }

  /** A file of its own, as it was at some earlier commit. */
  async #restore(device: Device): Promise<void> {
    const { store, index } = device
    const paths = Object.keys(await filesOfHead(device.dir)).filter((each) => each.startsWith(`own/${index}-`))
    const path = paths[this.#pick(Math.max(1, paths.length))]
    if (path === undefined) return
    const [, ...older] = (await store.history({ path, limit: 20 })).commits
    const then = older[this.#pick(Math.max(1, older.length))]
    const before = then === undefined ? null : await store.file(path, then.id)
    if (then === undefined || before === null) return
    const now = marksIn((await store.file(path))?.text ?? '')
    const was = marksIn(before.text ?? '')
    const outcome = await store.restore(then.id, [path], byUser('restore'))
    if (outcome.kind !== 'committed') return
    device.newest = null
    this.counts.restored += 1
    this.notes.settle(index, {
      adds: was.filter((mark) => !now.includes(mark)),
      removes: now.filter((mark) => !was.includes(mark)),
    })
  }

  async #editOutside({ dir, index }: Device): Promise<void> {
    const path = `outside/${index}.md`
    const now = await fs.readFile(nodePath.join(dir, path), 'utf8').catch(() => '')
    await writeOutside(dir, path, now + this.notes.outsideLine(index))
    this.counts.outside += 1
  }

  async #clash(one: Device): Promise<void> {
    const other = this.devices[(one.index + 1 + this.#pick(DEVICES - 1)) % DEVICES]
    if (other === undefined) return
    const writes = this.notes.clash(await filesOf(one), await filesOf(other))
    if (writes === null) return
    await this.#carryOut(one, writes[0])
    await this.#carryOut(other, writes[1])
    // What is undone would no longer clash.
    for (const device of [one, other]) device.newest = null
  }
}

function nameIn(outcome: WriteOutcome | { readonly kind: 'missing' | 'exists' }): CommitName {
  if (outcome.kind !== 'committed') throw new Error(`The outcome is ${JSON.stringify(outcome)}.`)
  return outcome.commit.variorumId ?? outcome.commit.id
}

const filesOf = async ({ dir }: Device): Promise<ReadonlyMap<string, string>> =>
  new Map(Object.entries(await filesOfHead(dir)))

async function timeline(store: Store): Promise<readonly Commit[]> {
  const found: Commit[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await store.history({ limit: 500, ...(after === undefined ? {} : { after }) })
    found.push(...page.commits)
    after = page.next
  }
  return found
}

async function judge(month: Month): Promise<readonly Commit[]> {
  const [first, ...others] = month.devices
  if (first === undefined) throw new Error('There is no device.')
  const files = await filesOfHead(first.dir)
  const commits = await timeline(first.store)
  for (const { dir, store } of month.devices) {
    expect(await gitComplaints(dir)).toBe('')
    expect(await filesOfHead(dir)).toEqual(files)
    const seen = await timeline(store)
    expect(seen.map(({ id }) => id)).toEqual(commits.map(({ id }) => id))
    expect(seen.filter(({ ours }) => !ours)).toEqual([])
  }
  expect(others).toHaveLength(DEVICES - 1)
  const ids = commits.flatMap(({ variorumId }) => variorumId ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  expect(Number(await git(first.dir, 'rev-list', '--count', '--first-parent', 'HEAD'))).toBe(commits.length)
  const history = await git(first.dir, 'log', '-p', '--format=')
  const judged = judgeTexts(month.notes, { texts: Object.values(files), asked: month.asked, history })
  expect(judged).toEqual({ wrong: [], others: 0 })
  for (const device of month.devices) await judgeBlame(month, device, Object.keys(files))
  return commits
}

/** Each line is by the commit that wrote it, whichever device it was on. */
async function judgeBlame({ writtenIn }: Month, { store }: Device, paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((each) => !each.startsWith('.variorum/') && !each.startsWith('outside/'))) {
    const blame = await store.blame(path)
    for (const { readings } of blame?.lines ?? []) {
      const [mark = ''] = marksIn(readings[0]?.text ?? '')
      const source = blame?.sources[readings[0]?.commit ?? '']
      if (mark !== '') expect([path, mark, source?.variorumId]).toEqual([path, mark, writtenIn.get(mark)])
    }
  }
}

/** Brings the memory back to what another device once made of it. */
async function goBack(month: Month, commits: readonly Commit[], pick: Pick): Promise<void> {
  const [here] = month.devices
  if (here === undefined) return
  const own = (await here.store.devices()).devices[0]?.id
  const byOthers = commits.filter(({ origin }) => origin.device !== undefined && origin.device !== own)
  // Newest first: from the older half, since which something changed.
  const older = byOthers.slice(Math.ceil(byOthers.length / 2))
  const then = older[pick(older.length)]
  if (then === undefined) throw new Error('No other device wrote.')
  nameIn(await here.store.restore(then.variorumId ?? then.id, [''], byUser('restore')))
  const listing = (dir: string, commit: string): Promise<string> =>
    git(dir, 'ls-tree', '-r', commit, 'own', 'shared', 'clash', 'outside')
  await month.settle()
  for (const { dir } of month.devices) expect(await listing(dir, 'HEAD')).toBe(await listing(here.dir, then.id))
}

test(
  'three devices share a memory for a month, and nothing is lost, doubled or brought back',
  { timeout: TIMEOUT_MS },
  async () => {
    const counts: Record<string, number> = {}
    for (let at = 0; at < MONTHS; at += 1) {
      const pick = random(SEED + at)
      await using stack = new AsyncDisposableStack()
      const month = new Month(pick)
      await month.begin(stack)
      for (let session = 0; session < SESSIONS; session += 1) await month.session()
      await month.settle()
      await goBack(month, await judge(month), pick)
      const { offline, undone } = month.counts
      expect(Math.min(offline, undone, month.notes.clashes.length)).toBeGreaterThan(0)
      for (const [what, count] of Object.entries(month.counts)) counts[what] = (counts[what] ?? 0) + count
      counts.asked = (counts.asked ?? 0) + month.asked.length
    }
    if (process.env.VARIORUM_LONG !== undefined) process.stdout.write(`${MONTHS} months: ${JSON.stringify(counts)}\n`)
  },
)
