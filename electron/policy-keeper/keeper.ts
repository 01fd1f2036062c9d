import type { StoreAuditEvent } from '../../shared/audit.ts'
import type { ObjectId } from '../../shared/change.ts'
import type { CommitName, WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Move } from '../../shared/file-commands.ts'
import { pathMatcher } from '../../shared/globs.ts'
import type { TreeFile } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import { byUser } from '../../shared/origin.ts'
import type {
  AcceptOutcome,
  EffectProgress,
  JudgedFile,
  MeasuredFile,
  MessageCheck,
  PolicyState,
  RuleEffect,
  RuleTrial,
} from '../../shared/policy-state.ts'
import { areUndecided, DEFAULT_POLICIES, everyGroup, type Policies, type UserRule } from '../../shared/policy.ts'
import type { WriteRule } from '../../shared/write-rules.ts'
import type { MoveOutcome, Store } from '../memory/store-interface.ts'
import { bytesOf, textOf } from '../policy/bytes-as-text.ts'
import type { ExpiryPlan } from '../policy/expiry.ts'
import { compileLimits } from '../policy/limits.ts'
import { compileRules, redact } from '../policy/redaction/redact.ts'
import { AgreedTexts } from './agreed-texts.ts'
import { dayOf } from './day.ts'
import { effectOf } from './effect.ts'
import { ExpiryRuns } from './expiry-runs.ts'
import { areSame, isWaiting, parsePolicies, policiesIn, type PoliciesInForce } from './in-force.ts'
import { PoliciesWriter } from './policies-writer.ts'
import { rulesEffect } from './rules-effect.ts'
import { textVersions } from './text-versions.ts'

/** The policies of the open store: what is in force, what they would do, and the user's actions on them. */
export interface PolicyKeeper extends Pins {
  state(): Promise<PolicyState>
  /** See PolicyState. */
  waiting(): Promise<PolicyState['waiting']>
  /** Rules in force that have no effect, and why. */
  unusable(): PoliciesInForce['unusable']
  /** What these policies would do to every file; stops when the signal is aborted. */
  effect(policies: Policies, signal?: AbortSignal): AsyncGenerator<EffectProgress>
  tryRule(rule: UserRule, sample: string): RuleTrial
  /** What each of these rules would have done to the last changes by agents. */
  rulesEffect(rules: readonly WriteRule[], returned: ReadonlySet<CommitName>): Promise<readonly RuleEffect[]>
  /** What would be redacted in a message of the user. */
  checkMessage(text: string): MessageCheck
  /**
   * Commits them as the user's edit and puts them in force, unless another change waits.
   * @param base what the user edited; a conflict if something else is in force by now
   */
  save(policies: Policies, base?: Policies): Promise<WriteOutcome>
  /**
   * Puts in force what the file says after a change from outside.
   * @param shown what the user has seen of it
   */
  accept(shown: Policies): Promise<AcceptOutcome>
  /** Writes back what is in force. */
  decline(): Promise<WriteOutcome>
  /** See PoliciesWriter.follow. */
  readonly follow: PoliciesWriter['follow']
  /** Redacts a file that another program wrote; the secrets never become part of history. */
  redactFile(path: string): Promise<WriteOutcome>
  /** Removes expired files that were too many to remove without asking; see ExpiryRuns.remove. */
  expire(files: readonly JudgedFile[]): Promise<WriteOutcome>
  /** See ExpiryRuns.run. */
  runExpiry(now: Date, rehearse: boolean): Promise<ExpiryPlan | null>
}

interface PolicyKeeperOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly inForce: PoliciesInForce
  readonly emit: (event: AppEvent) => void
  readonly audit: (event: StoreAuditEvent) => void
}

export function createPolicyKeeper({ store, folder, inForce, emit, audit }: PolicyKeeperOptions): PolicyKeeper {
  const writer = new PoliciesWriter(store, new AgreedTexts(folder), inForce)
  const expiry = new ExpiryRuns(store, inForce, emit)
  const isText = textVersions(store)
  return {
    async state() {
      const { policies } = inForce
      return {
        policies,
        waiting: await writer.settled(() => waitingPolicies(store, policies)),
        ...(await measure((await store.tree()).files, policies, isText)),
        withheld: await store.withheld(),
        expiry: await expiry.state(),
      }
    },
    waiting: () => writer.settled(() => waitingPolicies(store, inForce.policies)),
    unusable: () => inForce.unusable,
    effect: (policies, signal) =>
      effectOf(store, { policies, values: inForce.values, today: dayOf(new Date()) }, signal),
    tryRule,
    rulesEffect: (...asked) => rulesEffect(store, ...asked),
    checkMessage(message) {
      const { text, found } = inForce.find(message)
      return { rules: [...new Set(found.map(({ rule }) => rule))], redacted: text }
    },
    async save(policies, base = inForce.policies) {
      // It would look like protection, and find nothing.
      const [unusable] = compileRules(policies.redaction).refused
      if (unusable === undefined) return writer.change((now) => (areSame(now, base) ? policies : null))
      const { name, reason } = unusable
      return { kind: 'refused', rule: name, reason: say('rule-unusable', { name, why: reason }) }
    },
    async accept(shown) {
      const outcome = await writer.accept(shown)
      if (outcome.kind === 'accepted') audit({ type: 'policies.accepted' })
      return outcome
    },
    async decline() {
      const outcome = await writer.decline()
      if (outcome.kind === 'committed') audit({ type: 'policies.declined' })
      return outcome
    },
    follow: (broughtBack) => writer.follow(broughtBack),
    ...createPins(store, inForce, writer),
    async redactFile(path) {
      const found = await store.look(path)
      if (found.kind === 'refused') return found
      if (found.kind !== 'file') return { kind: 'refused', reason: say('file-gone', { path }) }
      const text = inForce.redactor.redact(textOf(found.bytes), path)
      const outcome = await store.replaceWithheld(path, found.blob.id, bytesOf(text, found.bytes), byUser('edit'))
      emit({ type: 'store.changed' })
      return outcome
    },
    expire: (files) => expiry.remove(files),
    runExpiry: (now, rehearse) => expiry.run(now, rehearse),
  }
}

/**
 * The file's policies while they differ from those in force, or cannot be read.
 * @param applied those that apply, also where what is in force cannot be read
 */
async function waitingPolicies(store: Store, applied: Policies): Promise<PolicyState['waiting']> {
  const texts = await store.policies()
  const { current, inForce } = texts
  const policies = current === null ? DEFAULT_POLICIES : parsePolicies(current)
  if (policies !== null) return isWaiting(texts) ? { policies, problem: null } : null
  const hasPrevious = !areUndecided(inForce) && (policiesIn(texts) !== null || !areSame(applied, DEFAULT_POLICIES))
  return { policies, problem: hasPrevious ? say('policies-unreadable') : say('first-policies-unreadable') }
}

/** What one rule alone finds in a sample. */
function tryRule(rule: UserRule, sample: string): RuleTrial {
  const rules = compileRules({
    groups: everyGroup('off'),
    detectors: {},
    rules: [{ ...rule, on: true }],
  })
  const { text, found } = redact(sample, rules)
  return { problem: rules.refused[0]?.reason ?? null, text, found }
}

const MAX_LISTED_FILES = 10
/** Models tokenise differently; four bytes per token is close enough for the cost of reading a file. */
const BYTES_PER_TOKEN = 4

/**
 * How full the store is, its largest files, and those over a limit.
 * @param isText whether a model can read this version
 */
async function measure(
  files: readonly TreeFile[],
  { limits }: Policies,
  isText: (id: ObjectId) => Promise<boolean>,
): Promise<Pick<PolicyState, 'meters' | 'largest' | 'overLimits'>> {
  const { fileLimits } = compileLimits(limits)
  const bySize = files.toSorted((a, b) => b.blob.size - a.blob.size)
  const largest: MeasuredFile[] = []
  for (const { path, blob } of bySize.slice(0, MAX_LISTED_FILES)) {
    const tokens = (await isText(blob.id)) ? Math.ceil(blob.size / BYTES_PER_TOKEN) : null
    largest.push({ path, bytes: blob.size, tokens })
  }
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  return {
    meters: {
      files: { used: files.length, limit: limits.store.files },
      bytes: { used: bytes, limit: limits.store.bytes },
      largest: { used: bySize[0]?.blob.size ?? 0, limit: limits.file.bytes },
    },
    largest,
    overLimits: bySize
      .filter(({ path, blob }) => blob.size > fileLimits(path).bytes)
      .map(({ path }) => ({ path, reason: say('file-over-limit') })),
  }
}

/** What no policy deletes. */
interface Pins {
  /** Files, or folders with everything in them, as one commit; not while another change waits. */
  pin(paths: readonly string[], pinned: boolean): Promise<WriteOutcome>
  /**
   * Moves what the user moves, with its pins. They are added before, so that Undo takes back the move first, and the old
   * ones stay for that. Nothing is moved if it cannot stay pinned.
   */
  movePinned(moves: readonly Move[], move: () => Promise<MoveOutcome>): Promise<MoveOutcome>
}

function createPins(store: Store, inForce: PoliciesInForce, writer: PoliciesWriter): Pins {
  const pin: Pins['pin'] = (paths, pinned) =>
    writer.change((now) => {
      const others = now.pins.filter((other) => !paths.includes(other))
      return { ...now, pins: pinned ? [...others, ...paths] : others }
    })
  return {
    pin,
    async movePinned(moves, move) {
      const { pins } = inForce.policies
      const added: string[] = []
      for (const each of moves) if (await mayMove(store, each)) added.push(...pinsOf(each, pins))
      const missing = added.filter((path) => !pins.includes(path))
      if (missing.length === 0) return move()
      const pinned = await pin(missing, true)
      if (pinned.kind !== 'committed') return pinned
      const outcome = await move()
      if (outcome.kind !== 'committed') await pin(missing, false)
      return outcome
    },
  }
}

/** The pins that keep pinned what is moved, under its new path. */
function pinsOf({ from, to }: Move, pins: readonly string[]): readonly string[] {
  const inside = pins.filter((path) => path === from || path.startsWith(`${from}/`))
  if (inside.length > 0) return inside.map((path) => to + path.slice(from.length))
  const isPinned = pathMatcher(pins)
  return isPinned(from) && !isPinned(to) ? [to] : []
}

/** A move that will be refused changes no pins. Where names differ in case only, the file itself is found at both. */
async function mayMove(store: Store, { from, to }: Move): Promise<boolean> {
  const isSame = from.toLowerCase() === to.toLowerCase()
  return (await store.look(from)).kind !== 'missing' && (isSame || (await store.look(to)).kind === 'missing')
}
