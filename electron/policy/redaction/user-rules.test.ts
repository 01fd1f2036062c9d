import { expect, onTestFinished, test, vi } from 'vitest'
import { everyGroup, RedactionPolicy, UserRule } from '../../../shared/policy.ts'
import { processorMs } from '../../../testing/processor-time.ts'
import { saying } from '../../../testing/saying.ts'
import { Random } from '../testing/random.ts'
import { readSamples } from '../testing/read-samples.ts'
import { compileRules, redact } from './redact.ts'
import { compileRule } from './user-rules.ts'

const rule = (expression: string): UserRule => UserRule.parse({ name: 'r', kind: 'expression', expression })
const { rules: HOSTILE } = readSamples.hostileExpressions()

test('bad rules are refused with a reason, good ones accepted', () => {
  expect(HOSTILE.length).toBeGreaterThan(15)
  for (const { re, verdict } of HOSTILE) {
    const outcome = compileRule(rule(re))
    if (verdict === 'bad') expect(outcome, re).toMatchObject({ kind: 'refused', reason: saying(/^[A-Z].*\.$/) })
    if (verdict === 'ok') expect(outcome.kind, re).toBe('ready')
  }
})

test('rules that backtrack catastrophically elsewhere are refused, finish in time, or report that they are late', () => {
  const inputs = ['a', 'word ', '1', ' ', 'a.', 'x"', 'ab'].map((part) => part.repeat(Math.ceil(100_000 / part.length)))
  for (const { re, verdict } of HOSTILE) {
    if (verdict !== 'exp' && verdict !== 'poly') continue
    const rules = compileRules(RedactionPolicy.parse({ groups: everyGroup('off'), rules: [rule(re)] }))
    if (rules.refused.length > 0) continue
    for (const input of inputs) {
      // Twenty times the target: bench/RESULTS.md has the figures.
      expect(
        processorMs(() => redact(input, rules)),
        re,
      ).toBeLessThan(1_000)
    }
  }
})

test('a rule that can match nothing, or most of everything, is refused with the reason', () => {
  for (const expression of ['', 'a*', '(x|)', '^', '$', '\\b', '(?:)', 'a?', '(?i)z*', '\\B', '(?m)^', 'q{0,3}'])
    if (expression !== '')
      expect(compileRule(rule(expression)), expression).toMatchObject({
        kind: 'refused',
        reason: saying('match empty text'),
      })
  for (const expression of ['.+', '\\S+', '(?s).', '[^x]', '\\w+', '[a-z ]+'])
    expect(compileRule(rule(expression)), expression).toMatchObject({
      kind: 'refused',
      reason: saying('most ordinary text'),
    })
  for (const expression of ['(?=a)b', '(?<=a)b', '(?!x)y', '(a)\\1'])
    expect(compileRule(rule(expression)), expression).toMatchObject({
      kind: 'refused',
      reason: saying('aren’t supported'),
    })
  for (const expression of ['(', '[z-a]', 'a{2,1}', '*'])
    expect(compileRule(rule(expression)).kind, expression).toBe('refused')
})

test('a slow pair of rule and text ends in time and reports it', () => {
  // From each offset the search reads to the end of the text: linear each, quadratic together.
  const rules = compileRules(RedactionPolicy.parse({ rules: [rule('ac(?:.*b)?')] }))
  const outcome = redact('ac'.repeat(200_000), rules)
  expect(outcome.late).toEqual(['r'])
})

test('a rule is not late because of what else runs on the machine', () => {
  const rules = compileRules(RedactionPolicy.parse({ rules: [rule('QX[A-Z0-9]{4}')] }))
  // Between any two looks at the clock, other programs had the processor for a second.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  onTestFinished(() => clock.mockRestore())
  const { late, found } = redact('QX1111\n'.repeat(100), rules)
  expect(clock).toHaveBeenCalled()
  expect(late).toEqual([])
  expect(found).toHaveLength(100)
})

test.each(['(?:a?){400}c', '[ab]{1,400}c', '(?:[ab]{1,20}){20}c', 'a[ab]{300}c'])(
  'one search of many states (%s) is ended in its middle, and that is said',
  (expression) => {
    const rules = compileRules(
      RedactionPolicy.parse({
        groups: everyGroup('off'),
        rules: [rule(expression), { ...rule('z+ and more'), name: 'after it' }],
      }),
    )
    // The end has what the search asks for before it begins.
    const text = `${new Random(7).signs(100_000, 'ab')} c`
    const took = processorMs(() => expect(redact(text, rules).late).toEqual(['r', 'after it']))
    // Unwatched it takes a second and more.
    expect(took).toBeLessThan(500)
  },
)
