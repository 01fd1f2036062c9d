import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICIES, everyGroup, type RedactionLevel, RedactionPolicy } from '../../../shared/policy.ts'
import { paymentSamples, personalSamples } from '../testing/labelled-personal.ts'
import { contextualSamples, disguisedSamples, structuredSamples, tokenSamples } from '../testing/labelled-secrets.ts'
import { Random, WORD } from '../testing/random.ts'
import { readSamples } from '../testing/read-samples.ts'
import { BUILT_IN_NAMES, detectorsOf } from './detectors.ts'
import { compileRules, redact, type RuleSet } from './redact.ts'

const byDefault = compileRules(DEFAULT_POLICIES.redaction)
const everything = compileRules({
  ...DEFAULT_POLICIES.redaction,
  groups: everyGroup('usual'),
  detectors: { 'mac-addresses': true },
})
const withRules = (...rules: readonly unknown[]): ReturnType<typeof compileRules> =>
  compileRules(RedactionPolicy.parse({ rules }))
const textOf = (text: string, rules = byDefault): string => redact(text, rules).text

const random = new Random(7)
const SAMPLES = [
  ...tokenSamples(random, 2),
  ...disguisedSamples(random, 4),
  ...structuredSamples(random, 2),
  ...contextualSamples(random, 1),
  ...paymentSamples(random, 8),
  ...personalSamples(random, 3),
]
const noise = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    'password: ',
    'the PIN is ',
    '[redacted: password]',
    '[redacted: api key]',
    '[redacted: ',
    '"',
    "'",
    '\n',
    '://a:',
    '@',
    '%3D',
    '\u200b',
    'ghp_',
    'eyJ',
    '-----BEGIN RSA PRIVATE KEY-----\n',
    '••••••••',
    'token = ',
    '1234 5678 ',
    '\ud800',
  ),
)
const texts = fc
  .array(fc.oneof(noise, fc.constantFrom(...SAMPLES.map(({ text }) => text))), { maxLength: 8 })
  .map((parts) => parts.join(''))

test.each(['*', '**', '***', '_', '__', '~~'])('emphasis around a secret stays whole: %s', (sign) => {
  for (const [before, after] of [
    [`Added to \`notes.md\`: ${sign}The staging password is `, sign],
    [`The ${sign}staging password is `, `${sign}.`],
    [`${sign}First${sign}, the ${sign}staging password is `, sign],
  ] as const)
    expect(textOf(`${before}blue-Heron-77${after}`)).toBe(`${before}[redacted: password]${after}`)
  expect(textOf(`Password: ${sign}blue-Heron-77${sign}`)).not.toMatch(/^[^*_~]*[*_~]+[^*_~]*$/)
})

test('a sign that nothing opened belongs to the secret', () => {
  for (const sign of ['*', '_', '~~'])
    expect(textOf(`The staging password is blue-Heron-77${sign}`)).toBe('The staging password is [redacted: password]')
})

const TEXTS = Number(process.env.VARIORUM_LONG ?? 600)

describe('for every text', () => {
  test('redacting again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = textOf(text, everything)
        expect(redact(once, everything)).toMatchObject({ text: once, found: [] })
      }),
      { numRuns: TEXTS },
    )
  })

  test('the ranges are exact: replacing them gives the outcome, and nothing outside them changes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: outcome, found } = redact(text, everything)
        let done = 0
        let built = ''
        for (const { rule, start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(done)
          expect(end).toBeGreaterThan(start)
          built += `${text.slice(done, start)}[redacted: ${rule}]`
          done = end
        }
        expect(built + text.slice(done)).toBe(outcome)
      }),
      { numRuns: TEXTS },
    )
  })

  test('every mark has a known name', () => {
    fc.assert(
      fc.property(texts, (text) => redact(text, everything).found.every(({ rule }) => BUILT_IN_NAMES.has(rule))),
      { numRuns: TEXTS },
    )
  })
})

test('no eight characters of a token are left', () => {
  for (const { text, secret } of tokenSamples(new Random(11), 8)) {
    const outcome = textOf(text)
    const value = (secret ?? '').replace(/^https:\/\/hooks\.slack\.com\/services\//, '')
    for (let at = 0; at + 8 <= value.length; at += 1) expect(outcome).not.toContain(value.slice(at, at + 8))
  }
})

test('letters stuck to its front do not hide a token', () => {
  const random = new Random(13)
  const tail = (count: number): string => random.signs(count, `${WORD}0123456789`)
  for (const token of [
    `ghp_${tail(36)}`,
    `glpat-${tail(20)}`,
    `sk-proj-${tail(40)}`,
    `npm_${tail(36)}`,
    `EAA${tail(120)}`,
  ])
    for (const glue of ['xx', 'token', 'keyis'])
      expect(textOf(`note ${glue}${token} (do not share)`)).not.toContain(token.slice(-20))
  // A word that ends like a prefix, and an id behind it.
  const id = '5b1d9c1e-3f0a-4c57-9a51-0c3d4f6e7a89'
  for (const text of [`task-${id}`, `disk-${id}`, `score_${id.replaceAll('-', '')}`]) expect(textOf(text)).toBe(text)
})

test('only the secret is removed; its name and surroundings stay', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['DB_PASSWORD=hunter2\nPORT=80\n', 'DB_PASSWORD=[redacted: password]\nPORT=80\n'],
    ['postgres://app:hunter2@db/x', 'postgres://app:[redacted: password]@db/x'],
    ['{"user":"a","password":"p w 1"}', '{"user":"a","password":"[redacted: password]"}'],
    ['The password for the NAS is hunter2.', 'The password for the NAS is [redacted: password].'],
    ['Server=x;Password=Str0ng!;Encrypt=true', 'Server=x;Password=[redacted: password];Encrypt=true'],
    ['curl -u ana:letmein https://x.example', 'curl -u ana:[redacted: password] https://x.example'],
    ['my PIN is 4711, remember it', 'my PIN is [redacted: pin], remember it'],
    ['card 4111 1111 1111 1111 ok', 'card [redacted: card number] ok'],
    ['x\nAKIAIOSFODNN7QZVWXKL\ny', 'x\n[redacted: aws key id]\ny'],
    [
      'recovery phrase: legal winner thank year wave sausage worth useful legal winner thank yellow',
      'recovery phrase: [redacted: passphrase]',
    ],
  ]
  for (const [text, outcome] of cases) expect(textOf(text)).toBe(outcome)
})

test('nothing in the text switches it off', () => {
  const secret = `ghp_${'aB3'.repeat(12)}`
  for (const text of [
    `<!-- secretlint-disable -->\n${secret}`,
    `[redacted: ${secret}]`,
    `example ${secret} EXAMPLE placeholder`,
    `x${secret}`,
    `${secret}zz`,
    `// nosec gitleaks:allow\n${secret}`,
    `[redacted: github token]${secret}[redacted: github token]`,
    `\u202e${secret}`,
    `"""${secret}"""`,
  ])
    expect(textOf(text)).not.toContain('aB3aB3aB3')
  expect(textOf('password = [redacted: password]hunter22')).toBe('password = [redacted: password][redacted: password]')
  expect(textOf('password = [redacted: hunter22]')).not.toContain('hunter22')
})

test('a text of nothing but prefixes is finished', () => {
  for (const part of ['ghp_a\n', 'sk-', 'eyJ', '://a:', '[redacted: ', 'password: ', "sntryu_ \n '"]) {
    const once = textOf(part.repeat(2_000), everything)
    expect(textOf(once, everything), part).toBe(once)
  }
})

test('a value is removed whole, however long it is', () => {
  const long = 'aB3x'.repeat(25_000)
  expect(textOf(`token=${long} end`)).toBe('token=[redacted: secret] end')
})

test('a secret that a later edit completes is found in the whole text', () => {
  const half = `token = "ghp_${'a1B2'.repeat(4)}`
  expect(textOf(`${half}${'c3D4'.repeat(5)}"`)).not.toContain('c3D4c3D4')
})

test('each detector can be switched on and off by name', () => {
  const off = everyGroup('off')
  expect(detectorsOf({ groups: off, detectors: {} })).toHaveLength(0)
  const mailOnly = compileRules(RedactionPolicy.parse({ groups: off, detectors: { email: true } }))
  expect(textOf('a@b.example password: hunter2', mailOnly)).toBe('[redacted: email address] password: hunter2')
  const withoutSentences = compileRules(RedactionPolicy.parse({ detectors: { sentences: false, assignments: false } }))
  expect(textOf('the password is hunter2', withoutSentences)).toBe('the password is hunter2')
  expect(textOf('00:1b:63:84:45:e6', compileRules(RedactionPolicy.parse({ groups: { personal: true } })))).toBe(
    '00:1b:63:84:45:e6',
  )
})

describe('levels', () => {
  const at = (level: RedactionLevel): RuleSet => compileRules(RedactionPolicy.parse({ groups: everyGroup(level) }))
  const token = `ghp_${'aB3'.repeat(12)}`
  const text = `key ${token}, the password is hunter2, card 4111 1111 1111 1111, CVV 123, born on 3 May 1984`

  test('certain: only what its form or its check digits prove', () => {
    expect(textOf(text, at('certain'))).toBe(
      'key [redacted: github token], the password is hunter2, card [redacted: card number], CVV 123, born on 3 May 1984',
    )
  })
  test('usual: also what a word announces', () => {
    expect(textOf(text, at('usual'))).toBe(
      'key [redacted: github token], the password is [redacted: password], card [redacted: card number], CVV [redacted: card security code], born on [redacted: date of birth]',
    )
  })
  test('off: nothing', () => expect(textOf(text, at('off'))).toBe(text))
  test('a level finds at least what the one before it finds', () => {
    const samples = readSamples.handwritten().erase.map(([sample]) => sample)
    for (const sample of samples) {
      const [certain, usual, broad] = (['certain', 'usual', 'broad'] as const).map(
        (level) => redact(sample, at(level)).found,
      )
      for (const [less, more] of [
        [certain, usual],
        [usual, broad],
      ])
        for (const one of less ?? [])
          expect(
            more?.some(({ start, end }) => start < one.end && one.start < end),
            sample,
          ).toBe(true)
    }
  })
  test('policies from before there were levels', () => {
    const { groups } = RedactionPolicy.parse({ groups: { secrets: true, payment: false, personal: true } })
    expect(groups).toEqual({ secrets: 'usual', payment: 'off', personal: 'usual' })
  })
})

describe('rules of the user', () => {
  test('words match whole words in any case and script', () => {
    const rules = withRules({ name: 'names', kind: 'words', words: ['Falcon', 'Müller', 'Blue Heron', '東京'] })
    expect(textOf('FALCON falcons, müller; blue  heron 東京.', rules)).toBe(
      '[redacted: names] falcons, [redacted: names]; [redacted: names] [redacted: names].',
    )
  })
  test('mask and refuse', () => {
    const rules = withRules(
      { name: 'code', kind: 'expression', expression: 'acct-\\d{6}', action: 'mask' },
      { name: 'never', kind: 'words', words: ['Osprey'], action: 'refuse' },
    )
    expect(textOf('acct-123456 ok', rules)).toBe('•••••••• ok')
    expect(redact('Project Osprey', rules).refusing).toEqual(['never'])
    expect(redact('•••••••• ok', rules).found).toEqual([])
  })
  test('of rules with one name, none is lost: if one refuses, all do', () => {
    const falcon = { name: 'x', kind: 'words', words: ['Falcon'], action: 'refuse' }
    const eagle = { name: 'x', kind: 'words', words: ['Eagle'], action: 'mask' }
    for (const rules of [withRules(falcon, eagle), withRules(eagle, falcon)]) {
      expect(redact('the Falcon', rules).refusing).toEqual(['x'])
      expect(redact('the Eagle', rules).refusing).toEqual(['x'])
    }
  })
  test('a rule that matches the marks leaves them alone', () => {
    const rules = withRules(
      { name: 'words', kind: 'words', words: ['redacted', 'password', 'words'] },
      { name: 'brackets', kind: 'expression', expression: '\\[[a-z]+:' },
    )
    const once = textOf('password = hunter2 [note: redacted words]', rules)
    expect(once).toBe(
      '[redacted: words] = [redacted: password] [redacted: brackets] [redacted: words] [redacted: words]]',
    )
    expect(textOf(once, rules)).toBe(once)
  })
  test('a rule applies only to its paths', () => {
    const rules = withRules({ name: 'booking', kind: 'expression', expression: 'B[0-9]{5}', paths: ['travel/**'] })
    expect(redact('B12345', rules, 'travel/x.md').found).toHaveLength(1)
    expect(redact('B12345', rules, 'work/x.md').found).toHaveLength(0)
  })
  test('a rule sees through full width and invisible characters', () => {
    expect(
      textOf('acct-１２３\u200b４５６', withRules({ name: 'code', kind: 'expression', expression: 'acct-\\d{6}' })),
    ).toBe('[redacted: code]')
  })
})

test('a run of millions of characters is read to its end', () => {
  const secret = Buffer.from('The staging password is hunter2-Zx9-qqLm.').toString('base64')
  const text = `${'a'.repeat(6_000_000)} ${secret}`
  expect(redact(text, compileRules(DEFAULT_POLICIES.redaction)).found).toHaveLength(1)
})
