import { redact, type RuleSet } from '../redaction/redact.ts'
import type { Sample } from './labelled-secrets.ts'
import type { Labelled } from './template-sets.ts'

export interface Score {
  readonly family: string
  readonly total: number
  readonly good: number
  readonly bad: readonly string[]
}

/** A secret counts as erased when the outcome no longer contains it; a negative is good when nothing was removed. */
export function score(
  samples: readonly Sample[],
  rules: RuleSet,
): { readonly share: number; readonly families: readonly Score[] } {
  const families = new Map<string, { total: number; good: number; bad: string[] }>()
  for (const { family, text, secret } of samples) {
    const entry = families.get(family) ?? { total: 0, good: 0, bad: [] }
    families.set(family, entry)
    const outcome = redact(text, rules)
    const good = secret === null ? outcome.found.length === 0 : !outcome.text.includes(secret)
    entry.total += 1
    if (good) entry.good += 1
    else entry.bad.push(`${text} -> ${outcome.text}`)
  }
  const good = [...families.values()].reduce((sum, entry) => sum + entry.good, 0)
  return {
    share: samples.length === 0 ? 1 : good / samples.length,
    families: [...families].map(([family, entry]) => ({ family, ...entry })),
  }
}

export interface Erased {
  /** Of the secrets, those without a character left; of the texts without a secret, those left unchanged. */
  readonly share: number
  readonly total: number
  /** Texts whose findings match their secrets to the character. */
  readonly exact: number
  readonly bad: readonly string[]
}

export function shareErased(samples: readonly Pick<Labelled, 'text' | 'secrets'>[], rules: RuleSet): Erased {
  let [total, good, exact] = [0, 0, 0]
  const bad: string[] = []
  for (const { text, secrets } of samples) {
    const outcome = redact(text, rules)
    const covered = secrets.map(
      ({ start, end }) =>
        outcome.found.reduce(
          (sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)),
          0,
        ) ===
        end - start,
    )
    const fine = secrets.length === 0 ? [outcome.found.length === 0] : covered
    total += fine.length
    good += fine.filter((one) => one).length
    if (fine.includes(false)) bad.push(`${text} -> ${outcome.text}`)
    if (
      secrets.length === outcome.found.length &&
      secrets.every(({ start, end }, at) => outcome.found[at]?.start === start && outcome.found[at]?.end === end)
    )
      exact += 1
  }
  return { share: total === 0 ? 1 : good / total, total, exact, bad }
}
