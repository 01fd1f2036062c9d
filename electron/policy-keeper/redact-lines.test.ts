import { describe, expect, test } from 'vitest'
import { redact, type RuleSet } from '../policy/redaction/redact.ts'
import { redactLine, rulesFrom, type RulesWanted } from './redact-lines.ts'

function ready(file: string | null, wanted: RulesWanted = {}): RuleSet {
  const outcome = rulesFrom(file, wanted)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.rules
}
const answer = (line: string, rules = ready(null)): unknown => JSON.parse(redactLine(line, rules))

test('ranges count the code units of the given text', () => {
  const text = 'Key 🔑\u200b: password = hunter22 🔒'
  const start = text.indexOf('hunter22')
  expect(answer(JSON.stringify({ text }))).toEqual({
    text: text.replace('hunter22', '[redacted: password]'),
    found: [{ rule: 'password', start, end: start + 8 }],
  })
})

test('every kind of text is answered, and anything else gets an error', () => {
  for (const line of ['', 'no json', '[]', '{}', '{"text":1}', 'null'])
    expect(answer(line)).toEqual({ error: expect.stringContaining('expected') })
  for (const text of ['', '\u2028', '\ud800', 'a\r\n\u0000b', 'x'.repeat(1_000_000)])
    expect(answer(`${JSON.stringify({ text, id: 7 })}\r`)).toEqual({ text, found: [] })
})

test('rules may be an array, the redaction part of the policies, or whole policies; none is ignored', () => {
  const rule = { name: 'projects', words: ['Falcon'] }
  const rules = [rule, { name: 'codes', expression: 'QX\\d{4}' }]
  for (const file of [
    rules,
    { rules },
    { groups: { personal: true }, rules },
    {
      version: 1,
      redaction: { rules: rules.map((each) => ({ kind: 'words' in each ? 'words' : 'expression', ...each })) },
    },
  ]) {
    expect(answer('{"text":"Falcon QX1234"}', ready(JSON.stringify(file)))).toMatchObject({
      text: '[redacted: projects] [redacted: codes]',
    })
  }
  for (const file of ['no json', '3', '{"rules":[{"name":"x"}]}', '[{"name":"a","expression":"(?=b)"}]'])
    expect(rulesFrom(file)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\.$/) })
})

test('personal data is redacted only on request', () => {
  const line = '{"text":"a@b.example"}'
  expect(answer(line)).toEqual({ text: 'a@b.example', found: [] })
  expect(answer(line, ready(null, { all: true }))).toEqual({
    text: '[redacted: email address]',
    found: [{ rule: 'email address', start: 0, end: 11 }],
  })
})

test('a level applies to every group that is used, and switches none on', () => {
  const text = 'password: hunter22, card 4111 1111 1111 1111, a@b.example'
  const rules = (wanted: RulesWanted): readonly string[] =>
    redact(text, ready(null, wanted)).found.map(({ rule }) => rule)
  expect(rules({ level: 'certain' })).toEqual(['card number'])
  expect(rules({ level: 'usual' })).toEqual(['password', 'card number'])
  expect(rules({ level: 'certain', all: true })).toEqual(['card number', 'email address'])
})

describe('the command line', () => {
  test('a line in, a line out; offsets refer to the given text', () => {
    const outcome = rulesFrom('[{"name":"booking","kind":"expression","expression":"B[0-9]{5}"}]', { all: true })
    if (outcome.kind !== 'ready') throw new Error(outcome.reason)
    expect(JSON.parse(redactLine('{"text":"é😀 B12345, a@b.example"}', outcome.rules))).toEqual({
      text: 'é😀 [redacted: booking], [redacted: email address]',
      found: [
        { rule: 'booking', start: 4, end: 10 },
        { rule: 'email address', start: 12, end: 23 },
      ],
    })
    expect(JSON.parse(redactLine('nonsense', outcome.rules))).toMatchObject({
      error: expect.stringContaining('not JSON'),
    })
    expect(JSON.parse(redactLine('{"txt":1}', outcome.rules))).toMatchObject({
      error: expect.stringContaining('"text"'),
    })
  })
  test('rules that cannot run are refused with a message', () => {
    expect(rulesFrom('[{"name":"all","kind":"expression","expression":".*"}]')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('“all”'),
    })
    expect(rulesFrom('{')).toMatchObject({ kind: 'refused' })
    expect(rulesFrom('[{"name":"x"}]')).toMatchObject({ kind: 'refused' })
    expect(rulesFrom('{"redaction":{"groups":{"secrets":false}}}')).toMatchObject({ kind: 'ready' })
  })
})
