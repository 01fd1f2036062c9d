import * as fs from 'node:fs/promises'
import { homedir } from 'node:os'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../shared/change.ts'
import type { Commit, CommitRef, Origin, WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { TEXT_SHOWN, type Apparatus, type FileContent, type HistoryPage, type HistoryQuery, type StoreStatus, type Tree } from '../../shared/memory.ts'
import { DEFAULT_STORE_SETTINGS, StoreSettings, type StoreSettingsChange } from '../../shared/settings.ts'
import { AccessLog } from './access-log.ts'
import { Adoption } from './adoption.ts'
import { planMove, planPut, planRemove, planRestore, planUndo } from './commands.ts'
import { unlessMissing } from './durable-files.ts'
import { History } from './history.ts'
import { readHead, shortBranch } from './refs.ts'
import type { Repository } from './repository.ts'
import { StoreError, type Found, type Gate, type Listed, type MoveOutcome, type RemoveOutcome, type Store } from './store-interface.ts'
import { textOf } from './text.ts'
import { Watcher } from './watcher.ts'
import { whatGitDoes, Writer, type Decision, type Standing, type Unwritten } from './writer.ts'

/** More commits than this at once are told as "ask again". */
const TOLD_COMMITS = 100
const SWEEP_MS = 3_000

/** The store over one repository. The parts decide and act; this wires them and answers. */
export class MemoryStore implements Store {
  readonly #repo: Repository
  readonly #id: string
  readonly #writer: Writer
  readonly #adoption: Adoption
  readonly #history: History
  readonly #access: AccessLog
  readonly #listeners = new Set<(event: AppEvent) => void>()
  #watcher: Watcher | null = null
  #sweeping: NodeJS.Timeout | null = null
  #told: ObjectId | null = null
  #telling: Promise<void> = Promise.resolve()
  #trouble: string | null = null

  constructor(repo: Repository, gate: Gate, id: string) {
    this.#repo = repo
    this.#id = id
    this.#history = new History(repo)
    this.#access = new AccessLog(repo.ours)
    this.#writer = new Writer(repo, gate, () => void this.#tellNews())
    this.#adoption = new Adoption(repo, this.#writer, () => this.#emit({ type: 'store.changed' }))
  }

  async begin({ watch }: { readonly watch: boolean }): Promise<void> {
    this.#told = await this.#history.head().catch(() => null)
    try {
      await this.#adoption.adopt()
    } catch (error) {
      // A store that cannot be written now can still be read; what is wrong stands in its status.
      if (!(error instanceof StoreError)) throw error
      this.#trouble = error.message
    }
    if (watch) await this.watch()
  }

  async watch(): Promise<void> {
    this.#watcher ??= await Watcher.start(this.#repo.root, {
      file: (path) => this.#adoption.touch(path),
      git: () => {
        void this.#tellNews()
        void this.#adoption.gitChanged()
      },
      lost: () => {
        this.#sweeping ??= setInterval(() => this.#adoption.sweepSoon(), SWEEP_MS)
        this.#emit({ type: 'store.changed' })
      },
    })
    // Whatever happened between the first look and the first watch.
    this.#adoption.sweepSoon()
  }

  async status(): Promise<StoreStatus> {
    const blocked = await this.#whyBlocked()
    const head = blocked.head
    const tree = head === null ? null : await this.tree()
    const savedAt = head === null ? null : (await this.#history.newest(head)).time
    const home = homedir()
    const folder = this.#repo.root.startsWith(home + nodePath.sep) ? `~${this.#repo.root.slice(home.length)}` : this.#repo.root
    return {
      id: this.#id, name: nodePath.basename(this.#repo.root), folder, head, branch: blocked.branch,
      files: tree?.files.length ?? 0, bytes: tree?.bytes ?? 0, savedAt,
      blocked: blocked.reason, watching: this.#sweeping === null, leftOut: this.#adoption.leftOut,
    }
  }

  async #whyBlocked(): Promise<{ head: ObjectId | null; branch: string; reason: string | null }> {
    try {
      const { branch, commit } = await readHead(this.#repo.gitdir)
      const operation = await whatGitDoes(this.#repo)
      const git = operation === null || operation === 'a git command' ? null : `Git is in the middle of ${operation} in this folder. Finish it, and writing goes on.`
      return { head: commit, branch: shortBranch(branch), reason: git ?? this.#trouble }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return { head: null, branch: '', reason: error.message }
    }
  }

  get #settingsPath(): string {
    return nodePath.join(this.#repo.ours, 'settings.json')
  }

  async settings(): Promise<StoreSettings> {
    const text = await unlessMissing(fs.readFile(this.#settingsPath, 'utf8'))
    return StoreSettings.parse({ ...DEFAULT_STORE_SETTINGS, ...(text === null ? {} : JSON.parse(text)) })
  }

  changeSettings(change: StoreSettingsChange): Promise<StoreSettings> {
    return this.#writer.exclusively(async () => {
      const settings = StoreSettings.parse({ ...(await this.settings()), ...change })
      await this.#repo.files.write(this.#settingsPath, JSON.stringify(settings, null, 2))
      return settings
    })
  }

  look(path: string): Promise<Found> {
    return this.#repo.workTree.look(path)
  }

  list(path: string): Promise<readonly Listed[]> {
    return this.#repo.workTree.list(path)
  }

  put(path: string, before: ObjectId | null, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome> {
    return this.#write(() => planPut(this.#repo, path, before, bytes, origin))
  }

  remove(path: string, origin: Origin, before?: ObjectId): Promise<RemoveOutcome> {
    return this.#write(() => planRemove(this.#repo, path, origin, before))
  }

  move(from: string, to: string, origin: Origin): Promise<MoveOutcome> {
    return this.#write(() => planMove(this.#repo, from, to, origin))
  }

  async viewed(path: string, origin: Origin): Promise<Commit | null> {
    let commit: Commit | null = null
    if ((await this.settings()).recordReads) {
      const subject = path === '' ? 'view everything' : `view ${path}`
      const outcome = await this.#write<Unwritten>(async () => ({ kind: 'plan' as const, plan: { drafts: [], origin, subject } }))
      commit = outcome.kind === 'committed' ? outcome.commit : null
    } else {
      await this.#access.append(path, origin)
    }
    this.#emit({ type: 'memory.viewed', path, actor: origin.actor, ...(origin.conversation === undefined ? {} : { conversation: origin.conversation }) })
    return commit
  }

  async restore(ref: CommitRef, path: string, origin: Origin): Promise<WriteOutcome> {
    const target = await this.#history.newest(await this.#history.resolve(ref))
    await this.#adoption.adopt()
    const tree = await this.#history.treeOf(target.id)
    return this.#write((standing) => planRestore(this.#repo, standing, { target, tree, path, origin }))
  }

  async undo(refs: readonly CommitRef[], origin: Origin): Promise<WriteOutcome> {
    const commits = await Promise.all(refs.map(async (ref) => this.#history.newest(await this.#history.resolve(ref))))
    const undone = await Promise.all(commits.map(async (commit) => ({ commit, changes: await this.#history.changes(commit.id) })))
    return this.#write(() => planUndo(this.#repo, undone, origin))
  }

  async #write<Answer extends { readonly kind: string }>(decide: (standing: Standing) => Promise<Decision<Answer>>): Promise<WriteOutcome | Answer> {
    const outcome = await this.#writer.write(decide)
    this.#trouble = null
    if (!isPublished(outcome)) return outcome
    return { kind: 'committed', commit: await this.#history.newest(outcome.commit) }
  }

  async tree(at?: CommitRef): Promise<Tree> {
    const commit = at === undefined ? await this.#history.head() : await this.#history.resolve(at)
    if (commit === null) return { commit, files: [], bytes: 0 }
    const entries = await this.#repo.trees.files(await this.#history.treeOf(commit))
    const last = at === undefined ? await this.#history.lastChanges(entries) : new Map<string, null>()
    const sizes = await this.#sizes()
    const files = await Promise.all(entries.map(async ({ path, id, mode }) => {
      const size = sizes.get(id) ?? (await this.#repo.objects.read(id)).bytes.byteLength
      return { path, blob: { id, mode, size }, last: last.get(path) ?? null }
    }))
    return { commit, files, bytes: files.reduce((sum, file) => sum + file.blob.size, 0) }
  }

  /** Git's index knows the size of what it saw on the disk; trees do not have it. */
  async #sizes(): Promise<ReadonlyMap<ObjectId, number>> {
    const sizes = new Map<ObjectId, number>()
    for (const { id, stat } of (await this.#repo.index()).entries.values()) if (stat.mtime !== 0) sizes.set(id, stat.size)
    return sizes
  }

  async file(path: string, at?: CommitRef): Promise<FileContent | null> {
    const commit = at === undefined ? await this.#history.head() : await this.#history.resolve(at)
    const entry = commit === null ? null : await this.#repo.trees.file(await this.#history.treeOf(commit), path)
    if (entry === null) return null
    const { bytes } = await this.#repo.objects.read(entry.id)
    return { path, blob: { id: entry.id, mode: entry.mode, size: bytes.byteLength }, text: shownText(bytes) }
  }

  async text(id: ObjectId): Promise<string | null> {
    const { type, bytes } = await this.#repo.objects.read(id)
    return type === 'blob' ? shownText(bytes) : null
  }

  history(query: HistoryQuery): Promise<HistoryPage> {
    return this.#history.page(query)
  }

  commit(ref: CommitRef): Promise<Commit> {
    return this.#history.commit(ref)
  }

  commitsOfTurn(conversation: string, turn: number): Promise<readonly Commit[]> {
    return this.#history.ofTurn(conversation, turn)
  }

  commitOfCall(call: string): Promise<Commit | null> {
    return this.#history.ofCall(call)
  }

  async apparatus(path: string): Promise<Apparatus | null> {
    const head = await this.#history.head()
    const entry = head === null ? null : await this.#repo.trees.file(await this.#history.treeOf(head), path)
    return entry === null ? null : this.#history.apparatus(entry)
  }

  adopt(paths?: readonly string[]): Promise<void> {
    return this.#adoption.adopt(paths)
  }

  on(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #emit(event: AppEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Tells of every commit that HEAD has and we have not told of: ours and other processes' alike. */
  #tellNews(): Promise<void> {
    this.#telling = this.#telling.then(async () => {
      const { head } = await this.#whyBlocked()
      if (head === null || head === this.#told) return
      const news = await this.#history.since(this.#told, TOLD_COMMITS).catch(() => null)
      this.#told = head
      if (news === null) this.#emit({ type: 'memory.moved' })
      else for (const commit of news) this.#emit({ type: 'memory.committed', commit })
    })
    return this.#telling
  }

  async close(): Promise<void> {
    if (this.#sweeping !== null) clearInterval(this.#sweeping)
    await this.#watcher?.close()
    await this.#adoption.close()
    await this.#writer.close()
    await this.#telling
  }
}

function shownText(bytes: Uint8Array): string | null {
  return bytes.byteLength > TEXT_SHOWN ? null : textOf(bytes)
}

function isPublished<T extends { readonly kind: string }>(outcome: T | { readonly kind: 'published'; readonly commit: ObjectId }): outcome is { readonly kind: 'published'; readonly commit: ObjectId } {
  return outcome.kind === 'published'
}
