import { z } from 'zod'
import { WordsQuery } from '../shared/agent-words.ts'
import { ObjectId, StorePath } from '../shared/change.ts'
import { BringBack, PointName, PointRef, Signature } from '../shared/commit.ts'
import { LongWork, type AppEvent } from '../shared/events.ts'
import { type ExportProgress, ExportWhat } from '../shared/export.ts'
import { ImportedFile, Move } from '../shared/file-commands.ts'
import { StoreLayout } from '../shared/layout.ts'
import { BetweenQuery, BisectQuery, HistoryQuery, LinesQuery, SearchQuery } from '../shared/memory.ts'
import { type EffectProgress, JudgedFile } from '../shared/policy-state.ts'
import { Policies, UserRule } from '../shared/policy.ts'
import { ProviderId, SettingsChange, StoreSettingsChange } from '../shared/settings.ts'
import { MAX_IMPORTED_FILES } from '../shared/several-files.ts'
import { type Adding, HistoryPlace, type StoreAdding } from '../shared/stores.ts'
import { Choices, UndoHow, UndoWhat } from '../shared/undoing.ts'
import { WriteRules } from '../shared/write-rules.ts'
import type { Core } from './core.ts'
import { clientProcedures, programProcedures } from './procedures/agents.ts'
import { ask, forPage, StoreKey, t } from './procedures/base.ts'
import { chatProcedures } from './procedures/chat.ts'
import { deviceProcedures } from './procedures/devices.ts'
import { everyStoreProcedures } from './procedures/every-store.ts'
import { importProcedures } from './procedures/imports.ts'
import { jobProcedures } from './procedures/jobs.ts'
import { reviewProcedures } from './procedures/review.ts'
import { upkeepProcedures } from './procedures/upkeep.ts'
import { valueProcedures } from './procedures/values.ts'

/** First says so when the door asks the user, then gives the store's key. */
async function* addingStore(
  core: Core,
  { folder, ...adding }: Adding & { readonly folder: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreAdding> {
  const asked = Promise.withResolvers<StoreAdding>()
  const added = core
    .addStore(folder, { ...adding, signal, onAsk: () => asked.resolve({ kind: 'asked' }) })
    .then((key): StoreAdding => ({ kind: 'added', key }))
  // Whoever stops listening does not hear how it ends.
  added.catch(() => undefined)
  try {
    const first = await Promise.race([asked.promise, added])
    yield first
    if (first.kind === 'asked') yield await added
  } catch (error) {
    throw forPage(error)
  }
}

/** As many as can be selected together. */
const atOnce = <Each extends z.ZodType>(each: Each) => z.array(each).min(1).max(20_000)
const StorePaths = atOnce(StorePath)
const StorePathOrAll = z.union([StorePath, z.literal('')])
const OfProvider = z.object({ provider: ProviderId })
const FolderPath = z.string().min(1).max(4_096)
/** A name alone: the folder is the user's choice. */
const FileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^/\\\p{Cc}]+$/u)
const FileText = z.string().max(50_000_000)

/**
 * The one contract of all doors: the requests, and (through `events`) the announcements. The page imports only its
 * type. Nothing here makes decisions; every procedure passes its validated input to the core.
 */
export const router = t.router({
  app: t.router({
    /** What happened on this device, the newest first. */
    audit: ask
      .input(z.object({ limit: z.number().int().min(1).max(100_000) }))
      .query(({ ctx, input }) => ctx.core.audit.newest(input.limit)),
    /** What the window needs to open: settings, providers, the store's status. */
    state: ask.query(({ ctx }) => ctx.core.state()),
    /** Saves a text as a file of the user's, by the system's dialog. */
    saveAs: ask
      .input(z.object({ name: FileName, text: FileText }))
      .mutation(({ ctx, input }) => ctx.core.saveAs(input.name, input.text)),
    changeSettings: ask.input(SettingsChange).mutation(({ ctx, input }) => ctx.core.changeSettings(input)),
    /** Looks for a newer version now, on the desktop. */
    checkForUpdates: ask.mutation(async ({ ctx }) => ctx.core.updates?.check()),
    /** The user has read about the newest version. */
    dismissUpdate: ask.mutation(async ({ ctx }) => ctx.core.updates?.dismiss()),
    installUpdate: ask.mutation(async ({ ctx }) => ctx.core.updates?.install()),
  }),
  clients: clientProcedures,
  programs: programProcedures,
  devices: deviceProcedures,
  store: t.router({
    status: ask.query(({ ctx }) => ctx.core.storeStatus()),
    settings: ask.query(({ ctx }) => ctx.core.store.settings()),
    changeSettings: ask.input(StoreSettingsChange).mutation(({ ctx, input }) => ctx.core.changeStoreSettings(input)),
    sign: ask.input(Signature).mutation(({ ctx, input }) => ctx.core.store.sign(input)),
    /** Checks the history; with `repair`, repairs what can be repaired. */
    check: ask.input(z.object({ repair: z.boolean() })).mutation(({ ctx, input }) => ctx.core.store.check(input)),
    /** Rebuilds the index of the history, or resumes; progress comes as events. False: it was cancelled. */
    /** What vanished from the folder is meant to be gone. */
    acceptVanished: ask.mutation(({ ctx }) => ctx.core.store.acceptVanished()),
    reindex: ask.input(z.object({ resume: z.boolean() })).mutation(({ ctx, input }) => ctx.core.store.reindex(input)),
    /** Cancels work whose progress is announced. */
    cancel: ask.input(z.object({ work: LongWork })).mutation(({ ctx, input }) => ctx.core.store.cancel(input.work)),
  }),
  /** Copies something out of the store; progress comes first. Unsubscribing cancels. */
  export: ask.input(ExportWhat).subscription(async function* ({ ctx, input, signal }): AsyncGenerator<ExportProgress> {
    try {
      yield* ctx.core.exports.run(input, signal)
    } catch (error) {
      throw forPage(error)
    }
  }),
  stores: t.router({
    /** The system's dialog, on the desktop; `null` when it was cancelled. */
    pick: ask.mutation(({ ctx }) => ctx.core.stores.pick()),
    /** Folders that complete what was typed, in the browser. */
    complete: ask
      .input(z.object({ typed: z.string().max(4_096) }))
      .query(({ ctx, input }) => ctx.core.stores.complete(input.typed)),
    /** The memories that other agents keep on this computer. */
    agentFolders: ask.query(({ ctx }) => ctx.core.agentFolders()),
    /** What a folder is, and what adding it would commit. */
    inspect: ask
      .input(z.object({ folder: FolderPath }))
      .query(({ ctx, input }) => ctx.core.stores.inspect(input.folder)),
    /** Commits what is there, and puts the folder on the list. Unsubscribing takes back a question to the user. */
    add: ask
      .input(
        z.object({
          folder: FolderPath,
          trust: z.boolean().default(false),
          copy: z.boolean().default(false),
          hidden: z.boolean().default(false),
          mine: z.boolean().default(false),
          history: HistoryPlace.optional(),
          layout: StoreLayout.optional(),
        }),
      )
      .subscription(({ ctx, input, signal }) => addingStore(ctx.core, input, signal)),
    /** `trust` uses what came with the folder. While conversations are being answered, `ask` changes nothing and returns how many. */
    open: ask
      .input(
        z.object({
          key: StoreKey,
          answering: z.enum(['ask', 'finish', 'stop']),
          trust: z.boolean().default(false),
        }),
      )
      .mutation(({ ctx, input }) => ctx.core.openKnown(input.key, input.answering, input.trust)),
    /** Whether every edit becomes a commit, also while another store is open. */
    keep: ask
      .input(z.object({ key: StoreKey, isKept: z.boolean() }))
      .mutation(({ ctx, input }) => ctx.core.kept.set(input.key, input.isKept)),
    forget: ask
      .input(z.object({ key: StoreKey, history: z.enum(['keep', 'remove']) }))
      .mutation(({ ctx, input }) => ctx.core.forgetStore(input.key, input.history)),
    whyKeepHistory: ask
      .input(z.object({ key: StoreKey }))
      .query(({ ctx, input }) => ctx.core.stores.whyKeepHistory(input.key)),
    find: ask
      .input(z.object({ key: StoreKey, folder: FolderPath }))
      .mutation(({ ctx, input }) => ctx.core.stores.find(input.key, input.folder)),
  }),
  everyStore: everyStoreProcedures,
  memory: t.router({
    tree: ask.input(z.object({ at: PointRef.optional() })).query(({ ctx, input }) => ctx.core.store.tree(input.at)),
    file: ask
      .input(z.object({ path: StorePath, at: PointRef.optional() }))
      .query(({ ctx, input }) => ctx.core.store.file(input.path, input.at)),
    text: ask.input(z.object({ id: ObjectId })).query(({ ctx, input }) => ctx.core.store.text(input.id)),
    /** How a version that is not shown as text can be shown. */
    shownAs: ask.input(z.object({ id: ObjectId })).query(({ ctx, input }) => ctx.core.images.shownAs(input.id)),
    /** Whose words led to what another agent wrote into its memory. */
    agentWords: ask.input(WordsQuery).query(({ ctx, input }) => ctx.core.agentWords(input)),
    blame: ask.input(z.object({ path: StorePath })).query(({ ctx, input }) => ctx.core.store.blame(input.path)),
    search: ask.input(SearchQuery).query(({ ctx, input }) => ctx.core.store.search(input)),
    /** Opens a file in another program of this computer, or shows a file or folder in its file manager. */
    openOutside: ask
      .input(z.object({ path: StorePath, where: z.enum(['program', 'folder']) }))
      .mutation(({ ctx, input }) => ctx.core.openOutside(input.path, input.where)),
    /** The user's edit. `before` is the version the editor was opened on (`null`: a new file). */
    save: ask
      .input(z.object({ path: StorePath, before: ObjectId.nullable(), text: FileText }))
      .mutation(({ ctx, input }) => ctx.core.saveFile(input.path, input.before, input.text)),
    remove: ask.input(z.object({ paths: StorePaths })).mutation(({ ctx, input }) => ctx.core.removeFiles(input.paths)),
    /** Files and folders, as one commit. */
    move: ask.input(z.object({ moves: atOnce(Move) })).mutation(({ ctx, input }) => ctx.core.moveFiles(input.moves)),
    /** Files from elsewhere on this computer, as one commit; `before` as in `save`. */
    import: ask
      .input(z.object({ files: z.array(ImportedFile).min(1).max(MAX_IMPORTED_FILES) }))
      .mutation(({ ctx, input }) => ctx.core.importFiles(input.files)),
  }),
  timeline: t.router({
    page: ask.input(HistoryQuery).query(({ ctx, input }) => ctx.core.store.history(input)),
    /** The whole timeline by day; `null` until it is indexed. */
    overview: ask.query(({ ctx }) => ctx.core.store.overview()),
    commit: ask.input(z.object({ ref: PointRef })).query(({ ctx, input }) => ctx.core.store.commit(input.ref)),
    between: ask.input(BetweenQuery).query(({ ctx, input }) => ctx.core.store.between(input.from, input.to, input.at)),
    linesAt: ask.input(LinesQuery).query(({ ctx, input }) => ctx.core.store.linesAt(input)),
    bisect: ask.input(BisectQuery).query(({ ctx, input }) => ctx.core.store.bisect(input)),
    /** What a restore would do; `path` '' is the whole store. */
    previewRestore: ask
      .input(z.object({ ref: PointRef, path: StorePathOrAll, how: BringBack.optional() }))
      .query(({ ctx, input }) => ctx.core.store.previewRestore(input.ref, input.path, input.how)),
    compare: ask
      .input(z.object({ from: PointRef, to: PointRef.nullable(), path: StorePathOrAll }))
      .query(({ ctx, input }) => ctx.core.store.compare(input.from, input.to, input.path)),
    points: ask.query(({ ctx }) => ctx.core.store.points()),
    makePoint: ask
      .input(z.object({ name: PointName, ref: PointRef.optional() }))
      .mutation(({ ctx, input }) => ctx.core.makePoint(input.name, input.ref)),
    removePoint: ask.input(z.object({ name: PointRef })).mutation(({ ctx, input }) => ctx.core.removePoint(input.name)),
    restore: ask
      .input(z.object({ ref: PointRef, paths: atOnce(StorePathOrAll), how: BringBack.optional() }))
      .mutation(({ ctx, input }) => ctx.core.restore(input.ref, input.paths, input.how)),
    undo: ask
      .input(z.object({ what: UndoWhat, how: UndoHow.optional() }))
      .mutation(({ ctx, input }) => ctx.core.undo(input.what, input.how)),
    previewUndo: ask
      .input(z.object({ what: UndoWhat, choices: Choices.optional() }))
      .query(({ ctx, input }) => ctx.core.store.previewUndo(input.what, input.choices)),
  }),
  review: reviewProcedures,
  imports: importProcedures,
  upkeep: upkeepProcedures,
  policy: t.router({
    state: ask.query(({ ctx }) => ctx.core.policies.state()),
    /** Reads every file; progress comes first, the effect last. Unsubscribing stops it. */
    effect: ask.input(z.object({ policies: Policies })).subscription(async function* ({
      ctx,
      input,
      signal,
    }): AsyncGenerator<EffectProgress> {
      yield* ctx.core.policies.effect(input.policies, signal)
    }),
    tryRule: ask
      .input(z.object({ rule: UserRule, sample: z.string().max(100_000) }))
      .query(({ ctx, input }) => ctx.core.policies.tryRule(input.rule, input.sample)),
    rulesEffect: ask.input(WriteRules).query(async ({ ctx: { core }, input }) => {
      const returned = await core.review.returned()
      return core.policies.rulesEffect(input, new Set(returned.map(({ commit }) => commit)))
    }),
    save: ask
      .input(z.object({ policies: Policies, base: Policies }))
      .mutation(({ ctx, input }) => ctx.core.policies.save(input.policies, input.base)),
    accept: ask
      .input(z.object({ shown: Policies }))
      .mutation(({ ctx, input }) => ctx.core.policies.accept(input.shown)),
    decline: ask.mutation(({ ctx }) => ctx.core.policies.decline()),
    pin: ask
      .input(z.object({ paths: StorePaths, pinned: z.boolean() }))
      .mutation(({ ctx, input }) => ctx.core.policies.pin(input.paths, input.pinned)),
    redactFile: ask
      .input(z.object({ path: StorePath }))
      .mutation(({ ctx, input }) => ctx.core.policies.redactFile(input.path)),
    expire: ask
      .input(z.object({ files: z.array(JudgedFile).min(1).max(20_000) }))
      .mutation(({ ctx, input }) => ctx.core.policies.expire(input.files)),
  }),
  values: valueProcedures,
  chat: chatProcedures,
  jobs: jobProcedures,
  models: t.router({
    setKey: ask
      .input(OfProvider.extend({ key: z.string().max(2000) }))
      .mutation(({ ctx, input }) => ctx.core.models.setKey(input.provider, input.key)),
    clearKey: ask.input(OfProvider).mutation(({ ctx, input }) => ctx.core.models.clearKey(input.provider)),
    /** Asks the model for one word, and reports exactly what is wrong. */
    test: ask.input(OfProvider).mutation(({ ctx, input }) => ctx.core.models.test(input.provider)),
    /** The service's models; the cached list unless a fresh one is wanted. */
    list: ask
      .input(OfProvider.extend({ isFresh: z.boolean() }))
      .query(({ ctx, input }) => ctx.core.models.list(input.provider, input.isFresh)),
    /** Looks for compatible servers at the usual ports of this computer. */
    findLocal: ask.query(({ ctx }) => ctx.core.models.findLocal()),
  }),
  otherBrowsers: t.router({
    count: ask.query(({ ctx }) => ctx.browsers?.count() ?? 0),
    signOut: ask.mutation(({ ctx }) => ctx.browsers?.signOut()),
  }),
  /** Every announcement from now on, until the page unsubscribes. */
  events: ask.subscription(async function* ({ ctx, signal }): AsyncGenerator<AppEvent> {
    yield* ctx.core.events(signal)
  }),
})

export type Router = typeof router
