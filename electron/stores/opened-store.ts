import * as nodePath from 'node:path'
import type { AuditEvent, StoreAuditEvent } from '../../shared/audit.ts'
import { nameOf } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { pathMatcher } from '../../shared/globs.ts'
import { say } from '../../shared/messages/say.ts'
import type { Client } from '../../shared/origin.ts'
import type { Gate } from '../../shared/policy.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Waiting } from '../../shared/waiting.ts'
import { createAgent, type Agent, type AgentOptions } from '../agent/agent.ts'
import type { KeyChain } from '../agent/keys.ts'
import { createMemoryTool, type MemoryTool, type ToolUser } from '../agent/memory-tool/memory-tool.ts'
import type { Network } from '../agent/models.ts'
import { NO_REDACTION, type Redactor } from '../agent/redactor.ts'
import { announcements, type Announcements } from '../announcements.ts'
import { FileLock } from '../disk/file-lock.ts'
import { displayPath } from '../home.ts'
import { createImports, type Imports } from '../import/imports.ts'
import { JobRecords } from '../jobs/job-records.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { jobTermsFrom } from '../jobs/terms.ts'
import type { Log } from '../log.ts'
import { openStore } from '../memory/open-store.ts'
import type { FilePut, Store } from '../memory/store-interface.ts'
import type { StoreOptions } from '../memory/store-options.ts'
import { expireDaily } from '../policy-keeper/expire-daily.ts'
import { acceptFirstPolicies, PoliciesInForce } from '../policy-keeper/in-force.ts'
import { createPolicyKeeper, type PolicyKeeper } from '../policy-keeper/keeper.ts'
import { pathsAgainstRules } from '../policy-keeper/rules-effect.ts'
import { lookingBy, type SecretLine } from '../policy-keeper/secret-lines.ts'
import { createValueKeeper, type ValueKeeper } from '../policy-keeper/value-keeper.ts'
import { Brake, brakingWrites } from '../review/brake.ts'
import { carriedWrites, type CarriedWrites } from '../review/carried-writes.ts'
import { holdingWrites } from '../review/holding-writes.ts'
import { newsOfHeld } from '../review/news-of-held.ts'
import { createReview, type Reviewing, type ReviewOptions } from '../review/review.ts'
import { tellingOfRejected } from '../review/telling-of-rejected.ts'
import { WaitingList } from '../review/waiting-list.ts'
import { openStoreInThread } from '../store-thread/open-in-thread.ts'
import { createTidy, type Tidy } from '../upkeep/tidy/tidy.ts'
import { createUpkeep, type Upkeep } from '../upkeep/upkeep.ts'
import { renameCommits } from './commit-names.ts'
import { createDevices, type Devices } from './devices.ts'
import { waitingInFolder } from './strangers.ts'
import { watchConversations } from './watch-conversations.ts'

/** An open store with everything that works on it. A core has one of these at a time. */
export interface OpenedStore {
  /** As the caller gave it. */
  readonly dir: string
  readonly store: Store
  readonly policies: PolicyKeeper
  readonly values: ValueKeeper
  readonly review: Reviewing & CarriedWrites
  readonly upkeep: Upkeep & { readonly tidy: Tidy }
  readonly imports: Imports
  readonly devices: Devices
  /** Applies the policies to what is shown of texts from outside. */
  readonly redactor: Redactor
  /** What the policies find in a file that is to leave the memory. */
  readonly secretsIn: (path: string, bytes: Uint8Array) => readonly SecretLine[]
  readonly agent: Agent
  readonly jobs: Jobs
  /** Conversations that this process is answering. */
  readonly answering: ReadonlySet<string>
  /** Aborted when the store's thread ended by itself: the store is closed, and can be opened again. */
  readonly crashed: AbortSignal
  /** Subscribes to the store's events. */
  readonly on: Announcements['on']
  readonly emit: (event: AppEvent) => void
  /** Keeps what happened in this store in the audit log. */
  readonly audit: (event: StoreAuditEvent) => void
  /** @param answerBytes the length of what a view shows at most */
  memoryTool(user?: ToolUser, answerBytes?: number): MemoryTool
  close(): Promise<void>
}

/** If the store is trusted, the policies in its folder take force, too. */
export interface OpenOptions
  extends
    Required<Pick<StoreOptions, 'dir' | 'mustExist' | 'trust' | 'copy' | 'hidden' | 'mine' | 'watch' | 'adoptOnOpen'>>,
    Pick<StoreOptions, 'program' | 'history'> {
  readonly home: string
  readonly settings: () => Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keys: KeyChain
  readonly network: Network
  readonly audit: (event: AuditEvent) => void
  /** The program that uses the memory, if it is not the app. */
  readonly client?: Client | undefined
  /** Runs the store in its own thread, so that a window never waits for it. */
  readonly inThread: boolean
  readonly log?: Log | undefined
}

export async function openOneStore(given: OpenOptions): Promise<OpenedStore> {
  const { dir, home, settings, env, keys, network, audit, trust, watch, inThread, client, log } = given
  const { emit, on } = announcements()
  const ours = nodePath.join(home, 'stores')
  const inForce = new PoliciesInForce(ours)
  on(inForce.follow)
  const options = { ...placeOf(given), derived: ours, device: ours, onEvent: emit }
  const crash = new AbortController()
  const store = inThread
    ? await openStoreInThread({ ...options, onCrash: (cause) => crash.abort(cause) })
    : await openStore({ ...options, gate: inForce.gate })
  await acceptFirstPolicies(store, trust)
  const folder = nodePath.join(ours, await store.id())
  if (inThread) await renameCommits(folder, store)
  const auditHere = (event: StoreAuditEvent): void => audit({ ...event, folder: displayPath(dir) })
  const policies = createPolicyKeeper({ store, folder, inForce, emit, audit: auditHere })
  const waiting = new WaitingList(folder)
  const { redactor } = inForce
  const reviewed = { folder, waiting, inForce, policies, settings, emit }
  const review = { ...openReview(store, reviewed), ...carriedWrites({ store, waiting, redactor, emit }) }
  if (inThread) await review.begin()
  const forAgent = storeOfAgents(store, { waiting, review, inForce, emit, on })
  const news = newsOfHeld({ waiting, store, redactor, tells: () => settings().toldOfWaiting })
  const working = { news, home, store: forAgent, settings, emit, env, keys, network, audit, redactor }
  const { agent, jobs } = openAgent(working, { store, folder })
  on(jobs.follow)
  const upkeep = openUpkeep({ store, folder, waiting, review, emit }, working, inForce)
  const answering = answeringOf(on)
  const { conversations } = agent
  const devices = createDevices({ store, waiting, review, conversations, redactor, emit, on, log, audit: auditHere })
  const watched = { policies, review, devices, conversations, answering, on }
  const stopWatching = watch ? await beginWatching({ ...watched, waiting, emit }) : null
  return {
    dir,
    store,
    policies,
    values: createValueKeeper({ store, folder, inForce, originals: agent.originals, emit, audit: auditHere }),
    review,
    upkeep,
    imports: createImports({ store, folder, waiting, redactor, emit, client, comingIn: agent.conversations.comingIn }),
    devices,
    ...lookingBy(inForce),
    agent,
    jobs,
    answering,
    crashed: crash.signal,
    on,
    emit,
    audit: auditHere,
    memoryTool: (user, answerBytes = Number.POSITIVE_INFINITY) =>
      createMemoryTool(forAgent, { client, ...user, news, redactor: inForce.redactorWithin(answerBytes) }),
    async close() {
      stopWatching?.()
      await Promise.all([devices.stop(), upkeep.tidy.cancel()])
      await agent.close()
      await jobs.settled()
      await store.close()
    },
  }
}

type Watched = Pick<OpenedStore, 'policies' | 'review' | 'devices' | 'answering' | 'on' | 'emit'> &
  Pick<Agent, 'conversations'> &
  Pick<ReviewOptions, 'waiting'>

/** What happens by itself while a store is open. @returns how it ends */
async function beginWatching(watched: Watched): Promise<() => void> {
  const { devices, conversations, answering, waiting, on, emit, ...kept } = watched
  devices.begin()
  const stopWaiting = waiting.watch(() => emit({ type: 'review.changed' }))
  const stopExpiring = expireDaily(kept, on)
  const stopFollowing = await watchConversations(conversations, answering)
  return () => {
    stopWaiting()
    stopExpiring()
    stopFollowing()
  }
}

/** What may be passed to a thread. */
function placeOf({
  dir,
  mustExist,
  home,
  trust,
  copy,
  hidden,
  mine,
  program,
  history,
  watch,
  adoptOnOpen,
}: OpenOptions) {
  return { dir, mustExist, home, trust, copy, hidden, mine, program, history, watch, adoptOnOpen }
}

function openUpkeep(
  {
    store,
    folder,
    waiting,
    review,
    emit,
  }: Pick<ReviewOptions, 'folder' | 'waiting' | 'emit'> & Pick<OpenedStore, 'store' | 'review'>,
  working: AgentOptions,
  inForce: PoliciesInForce,
): OpenedStore['upkeep'] {
  const { gate } = inForce
  const isPinned = (path: string): boolean => pathMatcher(inForce.policies.pins)(path)
  const tidy = createTidy({
    store,
    folder,
    waiting,
    changed() {
      emit({ type: 'upkeep.changed' })
      emit({ type: 'review.changed' })
    },
    work: {
      openCopy: (dir, device) => openStore({ dir, device, gate: gateOfCopy(gate), hidden: true, watch: false }),
      agentOn: (copy, home, follow) => createAgent({ ...working, home, store: copy, emit: follow }),
    },
    // What the user accepts needs no other look.
    onAccepted: (commit) => review.keepOf([nameOf(commit)]),
  })
  return { ...createUpkeep({ store, folder, isPinned, emit }), tidy }
}

type Reviewed = Pick<ReviewOptions, 'folder' | 'waiting' | 'emit'> &
  Pick<BehindAgents, 'inForce'> &
  Pick<OpenedStore, 'policies'> &
  Pick<OpenOptions, 'settings'>

function openReview(store: Store, { inForce, policies, settings, ...options }: Reviewed): Reviewing {
  const inFolder = (): Promise<readonly Waiting[]> => waitingInFolder(store, policies)
  const remembersRejected = (): boolean => settings().rememberRejected
  const pathsAgainst = async (commit: string): Promise<ReadonlySet<string>> => {
    const rules = inForce.policies.rules.filter(({ who }) => who !== 'agents')
    return rules.length === 0 ? new Set() : pathsAgainstRules(store, rules, commit)
  }
  return createReview({ ...options, store, inFolder, remembersRejected, pathsAgainstRules: pathsAgainst })
}

interface BehindAgents extends Pick<OpenedStore, 'review' | 'emit' | 'on'> {
  readonly waiting: WaitingList
  readonly inForce: PoliciesInForce
}

/** The store as agents use it. */
function storeOfAgents(store: Store, { waiting, review, inForce, emit, on }: BehindAgents): Store {
  const redact = (text: string, path: string): string => inForce.redactor.redact(text, path)
  const changed = (): void => emit({ type: 'review.changed' })
  const wasRejected = async (files: readonly FilePut[]): Promise<boolean> =>
    inForce.policies.rules.some(({ when }) => when === 'rejected') && review.wasRejected(files)
  const brake = new Brake({ store, waiting, share: () => inForce.policies.brake, changed })
  // Nothing depends on it: what is not counted now is read from the history.
  on((event) => void (event.type === 'memory.committed' && brake.follow(event.commit).catch(() => undefined)))
  return tellingOfRejected(
    brakingWrites(holdingWrites(store, { waiting, redact, changed, wasRejected }), brake),
    review,
  )
}

/** In a copy nothing waits: what becomes of it is proposed as a whole. */
const gateOfCopy =
  (gate: Gate): Gate =>
  (change) => {
    const verdict = gate(change)
    return verdict.kind === 'hold' ? (verdict.approved ?? verdict) : verdict
  }

/** The conversations that are being answered, from now on. */
function answeringOf(on: Announcements['on']): ReadonlySet<string> {
  const answering = new Set<string>()
  on((event) => {
    if (event.type === 'turn.started') answering.add(event.conversation)
    if (event.type === 'turn.ended') answering.delete(event.conversation)
  })
  return answering
}

/** The agent, and the jobs that its conversations may be sessions of. */
function openAgent(
  options: AgentOptions,
  { store, folder }: { readonly store: Store; readonly folder: string },
): { readonly agent: Agent; readonly jobs: Jobs } {
  const jobRecords = new JobRecords(folder)
  const { settings, emit, redactor = NO_REDACTION } = options
  const jobTerms = jobTermsFrom(() => agent.sessions, { records: jobRecords, settings, emit })
  const agent: Agent = createAgent({ ...options, jobTerms })
  return {
    agent,
    jobs: createJobs({
      store,
      agent,
      records: jobRecords,
      settings,
      emit,
      redactor,
      beginning: new FileLock(folder, 'jobs.lock', say('job-beginning-elsewhere')),
    }),
  }
}
