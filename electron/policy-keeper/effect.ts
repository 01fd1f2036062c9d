import type { Blob } from '../../shared/change.ts'
import { TEXT_SHOWN } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import type { EffectProgress, FileEffect, PolicyEffect } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import type { Store } from '../memory/store-interface.ts'
import { damagedTextOf, textOf } from '../policy/bytes-as-text.ts'
import { compileLimits, whyOver } from '../policy/limits.ts'
import { groupOfName } from '../policy/redaction/detectors.ts'
import type { KnownValues } from '../policy/redaction/known-values.ts'
import { markNames } from '../policy/redaction/marks.ts'
import { compileRules, redact, type RuleSet } from '../policy/redaction/redact.ts'
import { planIn } from './expiry-runs.ts'

const MAX_LISTED_FILES = 100
/** Files read at once, and per progress event. */
const BATCH_FILES = 40

interface EffectOptions {
  readonly policies: Policies
  /** What the user said of single values. */
  readonly values: KnownValues
  readonly today: string
}

/** What policies would do to every file as it is now, computed by the functions that enforce them. */
export async function* effectOf(
  store: Store,
  { policies, values, today }: EffectOptions,
  signal?: AbortSignal,
): AsyncGenerator<EffectProgress> {
  const rules = compileRules(policies.redaction, { values })
  const limits = compileLimits(policies.limits)
  const { files } = await store.tree()
  const changed: FileEffect[] = []
  const over: PolicyEffect['over'][number][] = []
  const groups = { secrets: 0, payment: 0, personal: 0 }
  const ofRules = new Map<string, number>()
  let [changedCount, overCount] = [0, 0]
  let unexamined = 0
  const judge = (path: string, size: number, bytes: Uint8Array | null): void => {
    if (bytes === null) unexamined += 1
    const text = bytes === null ? '' : textOf(bytes)
    for (const name of markNames(text, rules.names)) {
      const group = rules.names.has(name) ? null : groupOfName(name)
      if (group === null) ofRules.set(name, (ofRules.get(name) ?? 0) + 1)
      else groups[group] += 1
    }
    const excess = whyOver(limits, path, size, text)
    if (excess !== null) {
      overCount += 1
      if (over.length < MAX_LISTED_FILES) over.push({ path, reason: excess })
    }
    const effect = bytes === null ? null : effectOnFile(path, bytes, rules)
    if (effect === null) return
    changedCount += 1
    if (changed.length < MAX_LISTED_FILES) changed.push(effect)
  }
  for (let at = 0; at < files.length; at += BATCH_FILES) {
    if (signal?.aborted === true) return
    yield { kind: 'progress', done: at, total: files.length }
    const batch = files.slice(at, at + BATCH_FILES)
    const versions = await Promise.all(batch.map(({ blob }) => textBytes(store, blob)))
    for (const [which, { path, blob }] of batch.entries()) judge(path, blob.size, versions[which] ?? null)
  }
  const plan = await planIn(store, policies, today)
  yield {
    kind: 'done',
    effect: {
      files: files.length,
      unexamined,
      changed,
      changedCount,
      over,
      overCount,
      replaced: { groups, rules: Object.fromEntries(ofRules) },
      expires: plan && [...plan.now, ...plan.ask].map(({ path }) => path),
    },
  }
}

/** The bytes of a text in any encoding; null for what would take long to examine, and for what is no text. */
async function textBytes(store: Store, { id, size }: Blob): Promise<Uint8Array | null> {
  const bytes = size > TEXT_SHOWN ? null : await store.bytes(id)
  return bytes === null || bytes.includes(0) ? null : bytes
}

function effectOnFile(path: string, bytes: Uint8Array, rules: RuleSet): FileEffect | null {
  const text = textOf(bytes)
  const { text: after, found, refusing, late } = redact(text, rules, path)
  const damaged = damagedTextOf(bytes)
  const inDamaged = damaged === null ? [] : redact(damaged, rules, path).found.map(({ rule }) => rule)
  const [[strict], [slow]] = [[...refusing, ...inDamaged], late]
  const refused =
    strict !== undefined
      ? say('rule-would-refuse', { rule: strict })
      : slow !== undefined
        ? say('rule-too-slow', { rule: slow })
        : null
  if (found.length === 0 && refused === null) return null
  return { path, found, refused, excerpt: found.length === 0 ? null : firstDifference(text, after) }
}

function firstDifference(before: string, after: string): FileEffect['excerpt'] {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const at = was.findIndex((line, index) => line !== is[index])
  return { before: was[at] ?? '', after: is[at] ?? '' }
}
