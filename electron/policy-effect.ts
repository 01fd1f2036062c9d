import type { Policies } from '../shared/policy.ts'
import type { EffectProgress, FileEffect } from '../shared/policy-state.ts'
import type { Store } from './memory/store-interface.ts'
import { compileCaps } from './policy/caps.ts'
import { planExpiry } from './policy/expiry.ts'
import { compileRules, redact, type RuleSet } from './policy/redaction/redact.ts'

const SHOWN = 100
const TOLD_EVERY = 20

/** What policies would do to every file as it stands now, by the functions that will run. */
export async function* effectOf(store: Store, policies: Policies, signal?: AbortSignal): AsyncGenerator<EffectProgress> {
  const rules = compileRules(policies.redaction)
  const { fileCaps } = compileCaps(policies.caps)
  const { files } = await store.tree()
  const changed: FileEffect[] = []
  let changedCount = 0
  for (const [at, { path, blob }] of files.entries()) {
    if (signal?.aborted === true) return
    if (at % TOLD_EVERY === 0) yield { kind: 'progress', done: at, total: files.length }
    const over = blob.size > fileCaps(path).bytes ? 'It is larger than a file may be.' : null
    const effect = effectOnFile(path, (await store.text(blob.id)) ?? '', rules, over)
    if (effect === null) continue
    changedCount += 1
    if (changed.length < SHOWN) changed.push(effect)
  }
  const usage = await store.usage()
  const { now, ask } = planExpiry(usage.files, usage.usedDays, policies.expiry, policies.pins, usage.usedDays.at(-1) ?? '')
  yield { kind: 'done', effect: { files: files.length, changed, changedCount, expires: [...now, ...ask].map(({ path }) => path) } }
}

function effectOnFile(path: string, text: string, rules: RuleSet, over: string | null): FileEffect | null {
  const { text: after, found, refusing, late } = redact(text, rules, path)
  const refused = over ?? (refusing.length > 0 ? `The rule "${refusing[0]}" would refuse it.` : late.length > 0 ? `The rule "${late[0]}" takes too long on it.` : null)
  if (found.length === 0 && refused === null) return null
  return { path, found, refused, excerpt: found.length === 0 ? null : firstDifference(text, after) }
}

function firstDifference(before: string, after: string): FileEffect['excerpt'] {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const at = was.findIndex((line, index) => line !== is[index])
  return { before: was[at] ?? '', after: is[at] ?? '' }
}
