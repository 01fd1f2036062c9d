import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICIES, everyGroup } from '../../../shared/policy.ts'
import { hardNegatives } from '../testing/hard-negatives.ts'
import { paymentSamples, personalSamples } from '../testing/labelled-personal.ts'
import {
  contextualSamples,
  disguisedSamples,
  structuredSamples,
  tokenSamples,
  type Sample,
} from '../testing/labelled-secrets.ts'
import { Random } from '../testing/random.ts'
import { readOutside, readSamples } from '../testing/read-samples.ts'
import { score, shareErased } from '../testing/score.ts'
import { bracketed, templateSets, type Labelled } from '../testing/template-sets.ts'
import { compileRules, redact } from './redact.ts'

const SEED = Number(process.env.REDACTION_SEED ?? 20_261_120)
const byDefault = compileRules(DEFAULT_POLICIES.redaction)
const everything = compileRules({
  ...DEFAULT_POLICIES.redaction,
  groups: everyGroup('usual'),
})

function atLeast(samples: readonly Sample[], share: number, rules = byDefault): void {
  const outcome = score(samples, rules)
  const bad = outcome.families.flatMap((family) => family.bad.slice(0, 3).map((line) => `${family.family}: ${line}`))
  expect(outcome.share, `seed ${SEED}\n${bad.join('\n')}`).toBeGreaterThanOrEqual(share)
}

test('tokens of services are erased wherever they occur', () => atLeast(tokenSamples(new Random(SEED), 12), 0.99))
test('tokens in disguise are erased', () => atLeast(disguisedSamples(new Random(SEED + 1), 40), 0.99))
test('structured secrets are erased', () => atLeast(structuredSamples(new Random(SEED + 2), 25), 0.99))
test('secrets in sentences are erased', () => atLeast(contextualSamples(new Random(SEED + 3), 8), 0.95))
test('payment data is erased', () => atLeast(paymentSamples(new Random(SEED + 4), 120), 0.98))
test('personal data is erased when switched on', () =>
  atLeast(personalSamples(new Random(SEED + 5), 30), 0.98, everything))
test('hard negatives are unchanged', () => atLeast(hardNegatives(new Random(SEED + 6), 40), 0.99))
test('hard negatives are unchanged with everything on', () =>
  atLeast(hardNegatives(new Random(SEED + 7), 40), 0.99, everything))

describe('texts by another author, with exact ranges', () => {
  const sets = templateSets(new Random(SEED + 8), 2)
  const reach = (samples: readonly Labelled[], share: number, rules = byDefault): void => {
    const outcome = shareErased(samples, rules)
    expect(outcome.share, `seed ${SEED}\n${outcome.bad.slice(0, 20).join('\n')}`).toBeGreaterThanOrEqual(share)
  }
  test('structured', () => reach(sets.structured, 0.99))
  test('contextual', () => reach(sets.contextual, 0.98))
  test('payment', () => reach(sets.payment, 0.98))
  test('personal', () => reach(sets.personal, 0.98, everything))
  test('hard negatives', () => reach(sets.negatives, 0.995, everything))
})

test('a second set by another author', () => {
  const { erase, keep } = readSamples.secondLook()
  const outcome = shareErased(erase.map(bracketed), everything)
  expect(outcome.share, outcome.bad.join('\n')).toBeGreaterThanOrEqual(0.92)
  for (const text of keep) expect(redact(text, everything).text).toBe(text)
})

describe.each([
  ['secrets of many classes', readSamples.secrets()],
  ['payment and personal data in many layouts and languages', readSamples.paymentPersonal()],
])('%s', (_, { erase, keep }) => {
  test.each(erase.map((sample) => [sample]))('sample %# is erased, and nothing else', (sample) => {
    const marked = redact(sample.replace(/[«»]/g, ''), everything).text
    expect(marked.replace(/\[redacted: [^\]]+\]/g, '«»')).toBe(sample.replace(/«[^»]*»/g, '«»'))
  })
  test.each(keep.map((text) => [text]))('sample %# stays', (text) => expect(redact(text, everything).text).toBe(text))
})

/** The least share of secrets that must go, and the greatest of innocent texts that may change. */
const WRITTEN_SETS = {
  'outside-1': { structured: 0.99, contextual: 0.93, payment: 1, personal: 1, negatives: 0 },
  'outside-2': { structured: 0.99, contextual: 0.97, payment: 0.99, personal: 0.97, negatives: 0.01 },
  'outside-3': { structured: 0.995, contextual: 0.945, payment: 0.965, personal: 0.93, negatives: 0.02 },
  kinds: { structured: 1, contextual: 0.92, payment: 0.95, personal: 1, negatives: 0 },
  everyday: { structured: 1, contextual: 0.82, payment: 0.91, personal: 0.92, negatives: 0 },
  'public-forms': { structured: 0.93, contextual: 0.9, payment: 0.94, personal: 1, negatives: 0.035 },
}

describe.each(Object.entries(WRITTEN_SETS))('%s, a set that was fresh once', (set, { negatives, ...least }) => {
  test.each(Object.entries(least))('%s', (kind, share) => {
    const results = readOutside(set, kind).flatMap(({ text, erase }) => {
      const outcome = redact(text, everything).text
      return erase.map((secret) => !outcome.includes(secret))
    })
    expect(results.filter((isGone) => isGone).length / results.length).toBeGreaterThanOrEqual(share)
  })
  test('negatives', () => {
    const texts = readOutside(set, 'negatives')
    const changed = texts.filter(({ text }) => redact(text, everything).found.length > 0)
    expect(changed.length / texts.length).toBeLessThanOrEqual(negatives)
  })
})

test('texts written by hand', () => {
  const { erase, keep } = readSamples.handwritten()
  for (const [text, secret] of erase) expect(redact(text, everything).text, text).not.toContain(secret)
  for (const text of keep) expect(redact(text, everything).text).toBe(text)
})
