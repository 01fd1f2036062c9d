import { expect, test } from 'vitest'
import { DEFAULT_POLICIES, DETECTORS, everyGroup } from '../../../shared/policy.ts'
import { type Apart, completionOf, FILLER_NAMES } from '../testing/completions.ts'
import { paymentSamples, personalSamples } from '../testing/labelled-personal.ts'
import { disguisedSamples, structuredSamples, tokenSamples } from '../testing/labelled-secrets.ts'
import { Random } from '../testing/random.ts'
import { readOutside, readSamples } from '../testing/read-samples.ts'
import { isChangeClean } from './changed-part.ts'
import { detectorsOf } from './detectors.ts'
import { compileRules, isClean, redact, type RuleSet } from './redact.ts'
import type { Reach } from './scan.ts'

const SEED = Number(process.env.VARIORUM_SEED ?? 20_261_123)
const IS_LONG = process.env.VARIORUM_LONG !== undefined
const CASES = Number(process.env.VARIORUM_LONG ?? 12)

/** Every detector is on, those too that are on by name only. */
const everything = compileRules({
  ...DEFAULT_POLICIES.redaction,
  groups: everyGroup('broad'),
  detectors: Object.fromEntries(DETECTORS.map(({ id }) => [id, true])),
})

/** Far from every change, and longer than any reach but that of a table or a key. */
const FILLER = Array.from(
  { length: 400 },
  (_, at) => `Line ${at} is about the garden, the weather and what to cook.\n`,
).join('')
const inFile = (part: string, around = FILLER): Buffer => Buffer.from(`${around}\n\n${part}\n\n${around}`)

function samples(random: Random): readonly string[] {
  const labelled = [tokenSamples, disguisedSamples, structuredSamples, paymentSamples, personalSamples].flatMap(
    (make) => make(random, 8).map(({ text }) => text),
  )
  const outside = ['outside-1', 'outside-2', 'outside-3', 'kinds'].flatMap((set) =>
    ['structured', 'contextual', 'payment', 'personal'].flatMap((kind) =>
      readOutside(set, kind).map(({ text }) => text),
    ),
  )
  const written = [readSamples.secrets(), readSamples.paymentPersonal()].flatMap(({ erase }) =>
    erase.map((text) => text.replaceAll(/[«»]/g, '')),
  )
  return [...labelled, ...outside, ...written]
}

/** The text before an edit that made it what it is: without a range, or with something else there. */
function beforeEdit(text: string, random: Random): string {
  const from = random.below(text.length)
  const length = 1 + random.below(random.below(4) === 0 ? text.length : 12)
  return text.slice(0, from) + random.of(['', '', ' ', 'x', '\n']) + text.slice(from + length)
}

test('what an edit completes or reveals is found by reading what changed', () => {
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
  expect(seen.size).toBeGreaterThan(Math.min(CASES / 4, 30))
})

/** Secrets whose parts may be as far from each other as their detectors declare. */
const WIDE: readonly string[] = [
  'Recovery codes:\n<li>A7K2-99QF</li>\n<li>B81M-20XD</li>\n',
  'name;password\nana;hunter2-Extra!\n',
  '<table><tr><th>PIN</th><th>Name</th></tr>\n<tr><td>4711</td><td>Ana</td></tr></table>',
  'name;card number\nana;4111 1111 1111 1111 000\n',
  'name;passport number\nana;X12345678\n',
  'name;account number\nana;12345678\n',
  'name;phone\nana;030 1234567\n',
  'name;licence plate\nana;B-AB 1234\n',
  `{"kty": "RSA",\n"d": "${'aB3_'.repeat(40)}"}`,
]
/** No sample has one. */
const MAC = 'The laptop has 00:1b:44:11:3a:b7\nas its address.'
const NONE = Object.fromEntries(DETECTORS.map(({ id }) => [id, false]))
const SAMPLES = IS_LONG ? 40 : 3
/** Of each sample, and of each of those above. */
const [FILLERS, WIDE_FILLERS] = IS_LONG ? [FILLER_NAMES.length, FILLER_NAMES.length] : [3, 7]
/** Of each reach, what some detector must have bridged; none of these secrets is the widest of its kind. */
const BRIDGED = 0.4

test('every detector finds by what changed, as far as it reaches and in any script, what it finds in the whole', () => {
  const random = new Random(SEED)
  const texts = [...random.shuffled(samples(random)), MAC]
  const missed: string[] = []
  const unmet: string[] = []
  const farthest = new Map<Reach, number>()
  const each = DETECTORS.flatMap(({ id }) =>
    detectorsOf({ groups: everyGroup('broad'), detectors: { ...NONE, [id]: true } }).map((active, at) => ({
      name: `${id} ${at}`,
      active,
    })),
  )
  expect(each.length).toBe(everything.detectors.length)
  for (const { name, active } of each) {
    const { reach } = active.detect
    const set: RuleSet = { ...everything, detectors: [active] }
    const isSecret = (text: string): boolean => !isClean(text, set)
    const withFillers = (own: readonly string[], count: number): readonly Apart[] =>
      own.flatMap((text) =>
        random
          .shuffled(FILLER_NAMES)
          .slice(0, count)
          .map((filler) => ({ text, filler })),
      )
    const tried = [
      ...withFillers(WIDE.filter(isSecret), WIDE_FILLERS),
      ...withFillers(first(texts, SAMPLES, isSecret), FILLERS),
    ]
    const made = tried.flatMap(({ text, filler }) => {
      const completion = completionOf({ text, filler }, reach, random, isSecret)
      return completion === null ? [] : [{ ...completion, text, filler }]
    })
    for (const { before, after, distance, text, filler } of made) {
      farthest.set(reach, Math.max(farthest.get(reach) ?? 0, distance))
      if (isChangeClean(inFile(before, NEARBY), inFile(after, NEARBY), set, 'a.md'))
        missed.push(`${name}, ${distance} characters of ${filler}: ${text}`)
    }
    if (made.length === 0) unmet.push(name)
  }
  expect(missed.slice(0, 9)).toEqual([])
  expect(unmet).toEqual([])
  for (const [reach, distance] of farthest) expect(distance).toBeGreaterThan(reach.characters * BRIDGED)
})

const NEARBY = 'The garden is green, and it is wet.\n'.repeat(10)

/** The first so many that fit, in order. */
function first(texts: readonly string[], count: number, fits: (text: string) => boolean): readonly string[] {
  const found: string[] = []
  for (const text of texts) {
    if (found.length >= count) break
    if (fits(text)) found.push(text)
  }
  return found
}

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n')
const KEY_LINES = rows(200, () => '> MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj')
const BASE64 = Buffer.from(
  `${'Only words here, and nothing else at all. '.repeat(300)}\npassword: hunter2-Extra!\n`,
).toString('base64')
const ENCODED_TOKEN = Buffer.from(
  `${'Only words here, and nothing else at all. '.repeat(300)}\nghp_${'aB3xYz9Qw'.repeat(4)}\n`,
)
  .toString('base64')
  .replaceAll(/.{18}/g, '$&\n')
const WEB_TOKEN = `eyJ${rows(130, () => `${'aB3xYz9Q'.repeat(9)}\n> `).replaceAll('> \n', '> ')}aB3xYz9Q.eyJhB3xYz9QaB3xYz9Q`

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
    'the end of a long encoded run that begins after words',
    `data: ${ENCODED_TOKEN.slice(0, -40)}`,
    () => `data: ${ENCODED_TOKEN}`,
  ],
  [
    'a long token, quoted',
    `The quoted one: ${WEB_TOKEN.slice(1)} and nothing else.`,
    (text: string) => text.replace('yJ', 'eyJ'),
  ],
  [
    'what opens, after many lines about opening',
    `${rows(300, (at) => `Ana opens door ${at} at noon`)}\nso it opens\n 4903 open the side gate`,
    (text: string) => text.replace('open the', 'opens the'),
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
