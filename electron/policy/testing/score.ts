import { redact, type RuleSet } from '../redaction/redact.ts'
import type { Sample } from './labelled-secrets.ts'

export interface Score {
  readonly family: string
  readonly total: number
  readonly good: number
  readonly bad: readonly string[]
}

/** Erased = the secret is no part of the outcome any more; a negative is good when nothing was taken. */
export function score(samples: readonly Sample[], rules: RuleSet): { readonly share: number; readonly families: readonly Score[] } {
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
  return { share: samples.length === 0 ? 1 : good / samples.length, families: [...families].map(([family, entry]) => ({ family, ...entry })) }
}
