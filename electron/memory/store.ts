import * as fs from 'node:fs/promises'
import { homedir } from 'node:os'
import * as nodePath from 'node:path'
import type { Change, ObjectId } from '../../shared/change.ts'
import type { CheckReport } from '../../shared/check.ts'
import type {
  BringBack,
  Commit,
  CommitRef,
  Origin,
  PointRef,
  UndoNextOutcome,
  WriteOutcome,
} from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent, LongWork } from '../../shared/events.ts'
import {
  TEXT_SHOWN,
  type Blame,
  type Comparison,
  type FileContent,
  type HistoryDay,
  type HistoryPage,
  type HistoryQuery,
  type RestorePoint,
  type SearchPage,
  type SearchQuery,
  type StoreStatus,
  type Tree,
  type TreeFile,
} from '../../shared/memory.ts'
import { isPolicyPath } from '../../shared/policies-path.ts'
import { DEFAULT_STORE_SETTINGS, StoreSettings, type StoreSettingsChange } from '../../shared/settings.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { createEmitter } from '../disk/emitter.ts'
import { decodeText } from '../disk/utf8.ts'
import { ChangeFeed } from './change-feed.ts'
import { check } from './check.ts'
import { shortBranch } from './git/refs.ts'
import type { TreeFileEntry } from './git/tree.ts'
import { AccessLog } from './history/access-log.ts'
import { Chain } from './history/chain.ts'
import { FileIndex } from './history/file-index.ts'
import { FileSearch } from './history/file-search.ts'
import { HistoryIndex } from './history/history-index.ts'
import { History } from './history/history.ts'
import { Indexing, telling } from './history/indexing.ts'
import { Adoption } from './outside/adoption.ts'
import { Watcher } from './outside/watcher.ts'
import { unfinishedOperation } from './repo/git-state.ts'
import { listPoints, makePoint, removePoint } from './repo/points.ts'
import { PoliciesFiles, type PoliciesTexts } from './repo/policies-file.ts'
import type { Repository } from './repo/repository.ts'
import { withStoreErrors, toStoreError } from './store-errors.ts'
import type {
  Found,
  LastChange,
  Listed,
  MoveOutcome,
  RemoveOutcome,
  Store,
  StoreOptions,
  Usage,
  Withheld,
} from './store-interface.ts'
import {
  planMove,
  planPolicies,
  planPut,
  planRemove,
  planRemoveAll,
  planRestore,
  planUndo,
  restoreDifferences,
} from './write/commands.ts'
import type { Decision, Published, Snapshot, Unwritten } from './write/plan.ts'
import { Writer } from './write/writer.ts'

const SWEEP_MS = 3_000

/** The store over one repository. The parts decide and act; this wires them and answers. */
export class MemoryStore implements Store {
  readonly #repo: Repository
  readonly #id: string
  readonly #writer: Writer
  readonly #adoption: Adoption
  readonly #chain: Chain
  readonly #indexing: Indexing
  readonly #history: History
  readonly #search: FileSearch
  readonly #access: AccessLog
  readonly #emitter = createEmitter<AppEvent>()
  readonly #changes: ChangeFeed
  readonly #policies: PoliciesFiles
  readonly #checks = new Set<AbortController>()
  #watcher: Promise<Watcher> | null = null
  #sweeping: NodeJS.Timeout | null = null
  #trouble: string | null = null
  /** What git was last seen in the middle of. */
  #operation: string | null = null

  constructor(
    repo: Repository,
    id: string,
    {
      gate,
      withhold = () => [],
      onEvent,
      patience,
      derived,
    }: Pick<StoreOptions, 'gate' | 'withhold' | 'onEvent' | 'patience' | 'derived'>,
  ) {
    this.#repo = repo
    this.#policies = new PoliciesFiles(repo)
    if (onEvent !== undefined) this.#emitter.on(onEvent)
    this.#id = id
    this.#chain = new Chain(repo)
    const index =
      derived === undefined
        ? null
        : {
            history: new HistoryIndex(this.#chain, nodePath.join(derived, id, 'history.sqlite')),
            files: new FileIndex(repo, nodePath.join(derived, id, 'files.sqlite')),
          }
    this.#history = new History(repo, this.#chain, index?.history ?? null)
    this.#search = new FileSearch(repo, index?.files ?? null)
    this.#indexing = new Indexing(this.#chain, index, {
      isBusy: () => this.#writer.isBusy,
      emit: (event) => this.#emitter.emit(event),
    })
    this.#access = new AccessLog(repo.ours)
    this.#changes = new ChangeFeed(this.#history, this.#emitter)
    this.#writer = new Writer(
      repo,
      { gate, withhold, onLease: () => this.#announcePolicies(), onWritten: () => void this.#changes.look() },
      patience,
    )
    this.#adoption = new Adoption(repo, this.#writer, withhold, () => this.#emitter.emit({ type: 'store.changed' }))
  }

  async begin({ watch, adoptOnOpen }: { readonly watch: boolean; readonly adoptOnOpen: boolean }): Promise<void> {
    await this.#announcePolicies()
    await this.#changes.begin()
    this.#operation = await unfinishedOperation(this.#repo.gitdir)
    // What git has in hand is nobody's edit; the watcher takes in what still differs when it is done.
    // What a killed process left is finished in any case.
    if ((adoptOnOpen || !this.#repo.journal.isEmpty()) && this.#operation === null) await this.#adopt()
    await this.#writer.clearAbandonedLocks().catch(() => undefined)
    const watching = watch ? this.watch() : Promise.resolve()
    if (adoptOnOpen) await watching
  }

  /** A store that cannot be written now can still be read; what is wrong stands in its status. */
  async #adopt(): Promise<void> {
    try {
      await this.#adoption.adopt()
      await this.#writer.published()
      this.#trouble = null
    } catch (error) {
      const told = toStoreError(error)
      if (!(told instanceof AppError)) throw error
      this.#trouble = told.message
    }
  }

  async watch(): Promise<void> {
    this.#watcher ??= Watcher.start(this.#repo.root, {
      file: (path) => this.#adoption.touch(path),
      git: () => void this.#gitChanged(),
      lost: () => {
        this.#sweeping ??= setInterval(() => this.#adoption.sweepSoon(), SWEEP_MS)
        this.#emitter.emit({ type: 'store.changed' })
      },
    })
    await this.#watcher
    this.#indexing.start()
    // Whatever happened between the first look and the first watch.
    this.#adoption.sweepSoon()
    await this.#writer.clearAbandonedLocks().catch(() => undefined)
  }

  async #gitChanged(): Promise<void> {
    const operation = await unfinishedOperation(this.#repo.gitdir).catch(() => null)
    if (operation !== this.#operation) this.#emitter.emit({ type: 'store.changed' })
    this.#operation = operation
    await this.#announcePolicies().catch(() => undefined)
    await this.#changes.look()
    await this.#writer.clearAbandonedLocks().catch(() => undefined)
    await this.#adoption.gitChanged()
  }

  async status(): Promise<StoreStatus> {
    const blocked = await this.#whyBlocked()
    const { head } = blocked
    let [held, savedAt]: [Pick<StoreStatus, 'files' | 'bytes'>, string | null] = [{ files: 0, bytes: 0 }, null]
    try {
      if (head !== null) [held, savedAt] = [await this.#held(head), this.#chain.link(head).time]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      blocked.reason ??= error.message
    }
    const home = homedir()
    const folder = this.#repo.root.startsWith(home + nodePath.sep)
      ? `~${this.#repo.root.slice(home.length)}`
      : this.#repo.root
    return {
      id: this.#id,
      name: nodePath.basename(this.#repo.root),
      folder,
      head,
      branch: blocked.branch,
      ...held,
      savedAt,
      blocked: blocked.reason,
      watching: this.#sweeping === null,
      indexed: this.#indexing.isComplete,
      leftOut: this.#adoption.leftOut,
    }
  }

  /** How much the store holds, its policies among it. */
  async #held(commit: ObjectId): Promise<Pick<StoreStatus, 'files' | 'bytes'>> {
    const files = await this.#sized(this.#repo.trees.files(this.#history.treeOf(commit)))
    return { files: files.length, bytes: files.reduce((sum, { blob }) => sum + blob.size, 0) }
  }

  async #whyBlocked(): Promise<{ head: ObjectId | null; branch: string; reason: string | null }> {
    try {
      const { branch, commit } = await this.#repo.readHead()
      const operation = await unfinishedOperation(this.#repo.gitdir)
      const git =
        operation === null
          ? null
          : `Git is in the middle of ${operation} in this folder. Finish it, and writing goes on.`
      return {
        head: commit,
        branch: shortBranch(branch),
        reason: git ?? this.#trouble ?? this.#writer.trouble ?? this.#adoption.trouble,
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
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

  putPolicies(before: ObjectId | null, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome> {
    return this.#write(() => planPolicies(before, bytes, origin))
  }

  removeAll(paths: readonly string[], origin: Origin): Promise<WriteOutcome> {
    return this.#write(() => planRemoveAll(this.#repo, paths, origin))
  }

  async usage(): Promise<Usage> {
    const { files } = await this.tree()
    const read = await this.#access.read()
    const days = new Set(read.days)
    const used = files.map(({ path, last }) => {
      const written = last?.time.slice(0, 10) ?? null
      if (written !== null) days.add(written)
      return {
        path,
        lastUsed: [read.lastRead.get(path) ?? null, written].reduce((a, b) =>
          a === null || (b !== null && b > a) ? b : a,
        ),
      }
    })
    return { files: used, usedDays: [...days].toSorted() }
  }

  policies(): Promise<PoliciesTexts> {
    return this.#policies.read()
  }

  putPoliciesInForce(text: string): Promise<void> {
    return this.#writer.exclusively(async () => {
      await this.#policies.putInForce(text)
      await this.#announcePolicies()
    })
  }

  /** Before anything else is judged: what is in force may have been put there by another process. */
  async #announcePolicies(): Promise<void> {
    const policies = await this.#policies.readIfChanged()
    // What is found in a folder that never had any in force is what the user sees, so that is what counts.
    if (policies !== null)
      this.#emitter.emit({ type: 'policies.changed', inForce: policies.inForce ?? policies.current })
  }

  settle(path: string, before: ObjectId, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome> {
    return this.#write<Unwritten>(async () => ({
      kind: 'plan',
      plan: { drafts: [{ path, before, after: { bytes, mode: '100644' } }], origin, replacesWithheld: true },
    }))
  }

  async withheld(): Promise<readonly Withheld[]> {
    return this.#adoption.withheld
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
      const outcome = await this.#write<Unwritten>(async () => ({
        kind: 'plan' as const,
        plan: { drafts: [], origin, subject },
      }))
      commit = outcome.kind === 'committed' ? outcome.commit : null
    } else {
      await this.#access.append(path, origin).catch((error: unknown) => {
        throw toStoreError(error)
      })
    }
    this.#emitter.emit({
      type: 'memory.viewed',
      path,
      actor: origin.actor,
      ...(origin.conversation === undefined ? {} : { conversation: origin.conversation }),
    })
    return commit
  }

  async previewRestore(ref: PointRef, path: string, how: BringBack = {}): Promise<Comparison> {
    const [now, then] = [await this.#history.head(), await this.#history.resolve(ref)]
    if (now === null) throw new AppError('unknown-commit', 'This store has no history yet.')
    const differences = restoreDifferences(
      this.#repo,
      await this.#history.treeOf(now),
      await this.#history.treeOf(then),
      path,
      how.withPolicies === true,
    )
    return this.#history.compare(now, then, differences)
  }

  async compare(from: PointRef, to: PointRef | null, path: string): Promise<Comparison> {
    const a = await this.#history.resolve(from)
    const b = to === null ? await this.#history.head() : await this.#history.resolve(to)
    if (b === null) throw new AppError('unknown-commit', 'This store has no history yet.')
    return this.#history.compare(
      a,
      b,
      await this.#repo.trees.differences(await this.#history.treeOf(a), await this.#history.treeOf(b), path),
    )
  }

  async isPoint(ref: PointRef): Promise<boolean> {
    try {
      await this.#history.resolve(ref)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'unknown-commit') return false
      throw error
    }
  }

  points(): Promise<readonly RestorePoint[]> {
    return listPoints(this.#repo)
  }

  makePoint(name: string, ref?: PointRef): Promise<void> {
    return this.#writer.exclusively(async () => {
      const commit = ref === undefined ? await this.#history.head() : await this.#history.resolve(ref)
      if (commit === null)
        throw new AppError('unknown-commit', 'This store has no history yet: there is nothing to name.')
      await makePoint(this.#repo, name, commit)
    })
  }

  removePoint(name: string): Promise<void> {
    return this.#writer.exclusively(() => removePoint(this.#repo, name))
  }

  async restore(ref: PointRef, path: string, origin: Origin, how: BringBack = {}): Promise<WriteOutcome> {
    const { target, tree } = await withStoreErrors(async () => {
      const link = this.#chain.link(await this.#history.resolve(ref))
      const head = await this.#history.head()
      const differences = restoreDifferences(
        this.#repo,
        head === null ? null : this.#history.treeOf(head),
        link.tree,
        path,
        how.withPolicies === true,
      )
      await this.#adoption.adoptExcept(new Set(differences.map((each) => each.path)))
      return { target: { id: link.commit, variorumId: link.id }, tree: link.tree }
    })
    return this.#bringBack((snapshot) => planRestore(this.#repo, snapshot, { target, tree, path, origin, how }))
  }

  async undo(refs: readonly CommitRef[], origin: Origin, how: BringBack = {}): Promise<WriteOutcome> {
    const undone = await withStoreErrors(async () => {
      const ids = await this.#history.inOrder(await Promise.all(refs.map((ref) => this.#history.resolve(ref))))
      return Promise.all(ids.map((id) => this.#undone(id)))
    })
    return this.#bringBack(() => planUndo(this.#repo, undone, origin, how.override === true))
  }

  undoNext(origin: Origin, how: BringBack = {}): Promise<UndoNextOutcome> {
    return this.#undoFirst(() => this.#history.nextUndo(), origin, how)
  }

  redoNext(origin: Origin, how: BringBack = {}): Promise<UndoNextOutcome> {
    return this.#undoFirst(() => this.#history.nextRedo(), origin, how)
  }

  /** Chosen in the writer's turn, so that two requests in a row never choose the same commit. */
  #undoFirst(next: () => Promise<ObjectId | null>, origin: Origin, how: BringBack): Promise<UndoNextOutcome> {
    return this.#bringBack<Unwritten | { readonly kind: 'nothing' }>(async () => {
      const id = await next()
      if (id === null) return { kind: 'answer', answer: { kind: 'nothing' } }
      return planUndo(this.#repo, [await this.#undone(id)], origin, how.override === true)
    })
  }

  async #undone(id: ObjectId): Promise<{ readonly commit: Commit; readonly changes: readonly Change[] }> {
    return { commit: await this.#history.newest(id), changes: this.#history.changes(id) }
  }

  /** The outcome says which state it leads to. */
  async #bringBack<Answer extends { readonly kind: string } = Unwritten>(
    decide: (snapshot: Snapshot) => Promise<Decision<Answer>>,
  ): Promise<WriteOutcome | Answer> {
    const outcome = await this.#write(decide)
    if (!isCommitted(outcome)) return outcome
    // The command is done: what cannot be said of it now is left out.
    const leadsTo = await this.#history.leadsTo(outcome.commit.id).catch(() => null)
    return leadsTo === null ? outcome : { ...outcome, leadsTo }
  }

  async #write<Answer extends { readonly kind: string }>(
    decide: (snapshot: Snapshot) => Promise<Decision<Answer>>,
  ): Promise<WriteOutcome | Answer> {
    const outcome = await this.#writer.write(decide)
    this.#trouble = null
    if (!isPublished(outcome)) return outcome
    return { kind: 'committed', commit: await this.#history.newest(outcome.commit), notes: outcome.notes }
  }

  async tree(at?: CommitRef): Promise<Tree> {
    const commit = at === undefined ? await this.#history.head() : await this.#history.resolve(at)
    if (commit === null) return { commit, files: [], bytes: 0 }
    // The policies are no memory: they have a view of their own.
    const entries = (await this.#repo.trees.files(await this.#history.treeOf(commit))).filter(
      ({ path }) => !isPolicyPath(path),
    )
    const last = at === undefined ? await this.#history.lastChanges(entries) : new Map<string, null>()
    const files = (await this.#sized(entries)).map((file) => ({ ...file, last: last.get(file.path) ?? null }))
    return { commit, files, bytes: files.reduce((sum, file) => sum + file.blob.size, 0) }
  }

  async #sized(entries: readonly TreeFileEntry[]): Promise<readonly Pick<TreeFile, 'path' | 'blob'>[]> {
    const sizes = await this.#sizes()
    return Promise.all(
      entries.map(async ({ path, id, mode }) => ({
        path,
        blob: { id, mode, size: sizes.get(id) ?? (await this.#repo.objects.read(id)).bytes.byteLength },
      })),
    )
  }

  /** Git's index knows the size of what it saw on the disk; trees do not have it. */
  async #sizes(): Promise<ReadonlyMap<ObjectId, number>> {
    const sizes = new Map<ObjectId, number>()
    for (const { id, stat } of (await this.#repo.index()).entries.values())
      if (stat.mtime !== 0) sizes.set(id, stat.size)
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

  async search({ words, limit }: SearchQuery): Promise<SearchPage> {
    const head = await this.#history.head()
    return head === null ? { hits: [], more: false } : this.#search.find(this.#history.treeOf(head), words, limit)
  }

  history(query: HistoryQuery): Promise<HistoryPage> {
    return this.#history.page(query)
  }

  async overview(): Promise<readonly HistoryDay[] | null> {
    const head = await this.#history.head()
    return head === null ? [] : this.#history.overview((await this.#held(head)).bytes)
  }

  commit(ref: CommitRef): Promise<Commit> {
    return this.#history.commit(ref)
  }

  lastChange(path: string): Promise<LastChange | null> {
    return this.#history.lastChange(path)
  }

  commitsOfTurn(conversation: string, turn: number): Promise<readonly Commit[]> {
    return this.#history.ofTurn(conversation, turn)
  }

  commitOfCall(call: string): Promise<Commit | null> {
    return this.#history.ofCall(call)
  }

  async blame(path: string): Promise<Blame | null> {
    const head = await this.#history.head()
    const entry = head === null ? null : await this.#repo.trees.file(await this.#history.treeOf(head), path)
    return entry === null ? null : this.#history.blame(entry)
  }

  async check({ repair }: { readonly repair: boolean }): Promise<CheckReport> {
    const stop = new AbortController()
    this.#checks.add(stop)
    const tell = telling('check', (event) => this.#emitter.emit(event))
    const total = this.#indexing.count
    const look = (): Promise<CheckReport> =>
      check(this.#repo, {
        repair,
        signal: stop.signal,
        progress: (commits) => tell(Math.min(commits, Math.max(0, total - 1)), total),
      })
    try {
      // Looking alone changes nothing, and nobody has to wait for it; what git could not be told yet stands in the status.
      const report = repair
        ? await this.#writer.exclusively(look)
        : await this.#writer
            .published()
            .catch(() => undefined)
            .then(look)
      if (repair) {
        await this.#adopt()
        this.#emitter.emit({ type: 'store.changed' })
      }
      return report
    } finally {
      this.#checks.delete(stop)
      tell(1, 1)
    }
  }

  reindex(how = { resume: false }): Promise<boolean> {
    return this.#indexing.again(how)
  }

  async cancel(work: LongWork): Promise<void> {
    if (work === 'history') this.#indexing.cancel()
    else for (const stop of this.#checks) stop.abort()
  }

  published(): Promise<void> {
    return this.#writer.published()
  }

  adopt(paths?: readonly string[]): Promise<void> {
    return this.#adoption.adopt(paths)
  }

  on(listener: (event: AppEvent) => void): () => void {
    return this.#emitter.on(listener)
  }

  async close(): Promise<void> {
    if (this.#sweeping !== null) clearInterval(this.#sweeping)
    await (await this.#watcher)?.close()
    await this.#adoption.close()
    await this.#writer.close()
    await this.#changes.look()
    await this.#indexing.close()
    this.#repo.close()
  }
}

function shownText(bytes: Uint8Array): string | null {
  return bytes.byteLength > TEXT_SHOWN ? null : decodeText(bytes)
}

type Committed = Extract<WriteOutcome, { readonly kind: 'committed' }>

function isCommitted<T extends { readonly kind: string }>(outcome: T | WriteOutcome): outcome is Committed {
  return outcome.kind === 'committed'
}

function isPublished<T extends { readonly kind: string }>(outcome: T | Published): outcome is Published {
  return outcome.kind === 'published'
}
