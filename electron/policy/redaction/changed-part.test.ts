import { expect, test } from 'vitest'
import { DEFAULT_POLICIES, everyGroup } from '../../../shared/policy.ts'
import { paymentSamples, personalSamples } from '../testing/labelled-personal.ts'
import { disguisedSamples, structuredSamples, tokenSamples } from '../testing/labelled-secrets.ts'
import { Random } from '../testing/random.ts'
import { readOutside } from '../testing/read-samples.ts'
import { isChangeClean } from './changed-part.ts'
import { compileRules, isClean, redact } from './redact.ts'

const SEED = Number(process.env.VARIORUM_SEED ?? 20_261_123)
const CASES = Number(process.env.VARIORUM_LONG ?? 80)

const everything = compileRules({ ...DEFAULT_POLICIES.redaction, groups: everyGroup('broad') })

/** Far from every change, and longer than any reach but that of a table or a key. */
const FILLER = Array.from(
  { length: 400 },
  (_, at) => `Line ${at} is about the garden, the weather and what to cook.\n`,
).join('')
const inFile = (part: string): Buffer => Buffer.from(`${FILLER}\n\n${part}\n\n${FILLER}`)

function samples(random: Random): readonly string[] {
  const labelled = [tokenSamples, disguisedSamples, structuredSamples, paymentSamples, personalSamples].flatMap(
    (make) => make(random, 8).map(({ text }) => text),
  )
  const outside = ['outside-1', 'outside-2', 'outside-3'].flatMap((set) =>
    ['structured', 'contextual', 'payment', 'personal'].flatMap((kind) =>
      readOutside(set, kind).map(({ text }) => text),
    ),
  )
  return [...labelled, ...outside]
}

/** The text before an edit that made it what it is: without a range, or with something else there. */
function beforeEdit(text: string, random: Random): string {
  const from = random.below(text.length)
  const length = 1 + random.below(random.below(4) === 0 ? text.length : 12)
  return text.slice(0, from) + random.of(['', '', ' ', 'x', '\n']) + text.slice(from + length)
}

test('what an edit completes or reveals is found by reading what changed, by every detector', () => {
  const random = new Random(SEED)
  const texts = samples(random)
  const ofManyLines = texts.filter((text) => text.split('\n').length > 4)
  const missed: string[] = []
  const seen = new Set<string>()
  let compared = 0
  for (let attempt = 0; attempt < CASES * 20 && compared < CASES; attempt += 1) {
    const after = random.of(random.below(2) === 0 ? texts : ofManyLines)
    const before = beforeEdit(after, random)
    if (!isClean(before, everything) || isClean(after, everything)) continue
    compared += 1
    for (const { rule } of redact(after, everything).found) seen.add(rule)
    if (isChangeClean(inFile(before), inFile(after), everything, 'a.md')) missed.push(`${before}\n---\n${after}`)
  }
  expect(missed.slice(0, 3)).toEqual([])
  expect(compared).toBe(CASES)
  expect(seen.size).toBeGreaterThan(Math.min(CASES / 20, 30))
})

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n')
const KEY_LINES = rows(200, () => '> MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj')
const BASE64 = Buffer.from(
  `${'Only words here, and nothing else at all. '.repeat(300)}\npassword: hunter2-Extra!\n`,
).toString('base64')

test.each([
  [
    'a heading above a long table',
    `${rows(900, (at) => `user ${at};`)}\nana;hunter2-Extra!`,
    (text: string) => `name;password\n${text}`,
  ],
  [
    'the last row of a long table',
    `name;password\n${rows(900, (at) => `user ${at};`)}`,
    (text: string) => `${text}\nana;hunter2-Extra!`,
  ],
  [
    'the begin of a long key',
    `${KEY_LINES}\n-----END PRIVATE KEY-----`,
    (text: string) => `-----BEGIN PRIVATE KEY-----\n${text}`,
  ],
  [
    'the kind of a JSON web key',
    `{"d": "${'aB3_'.repeat(40)}",\n"x5c": [\n${rows(200, () => `"${'cD4_'.repeat(20)}", `)}\n]}`,
    (text: string) => text.replace(']}', '], "kty": "RSA"}'),
  ],
  [
    'the first character of a long encoded run',
    BASE64.replace(/.{76}/g, '$&\n').slice(1),
    (text: string) => BASE64.slice(0, 1) + text,
  ],
  [
    'a heading and its list with blank lines between them',
    `Recovery codes:\n${'\n'.repeat(50)}`,
    (text: string) => `${text}A7K2-99QF\nB81M-20XD\n`,
  ],
])('%s', (_, before, edit) => {
  const after = edit(before)
  expect(isClean(after, everything)).toBe(false)
  expect(isChangeClean(inFile(before), inFile(after), everything, 'a.md')).toBe(false)
})
