import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICIES, DETECTORS, Policies, type UserRule } from '../../shared/policy.ts'
import { detectorOn, onlyRule, withDetector, withGroup, withoutRule, withRule } from './policy-edits.ts'
import { fieldsOf, ruleOf } from './rule-fields.ts'

const [cards, mac] = [DETECTORS.find(({ id }) => id === 'cards'), DETECTORS.find(({ id }) => id === 'mac-addresses')]
if (cards === undefined || mac === undefined) throw new Error('The test needs the detectors cards and mac-addresses.')
const rule: UserRule = { kind: 'words', name: 'project', words: ['Halcyon'], action: 'replace', paths: [], on: true }

describe('switches', () => {
  it('store only what differs from the group', () => {
    const off = withDetector(DEFAULT_POLICIES, cards, false)
    expect(off.redaction.detectors).toEqual({ cards: false })
    expect(withDetector(off, cards, true)).toEqual(DEFAULT_POLICIES)
  })

  it('switch a whole group, except detectors that must be switched on by name', () => {
    const off = withGroup(withDetector(DEFAULT_POLICIES, cards, false), 'payment', 'usual')
    expect(detectorOn(off.redaction, cards)).toBe(true)
    const personal = withGroup(DEFAULT_POLICIES, 'personal', 'usual')
    expect(detectorOn(personal.redaction, mac)).toBe(false)
    expect(detectorOn(withDetector(personal, mac, true).redaction, mac)).toBe(true)
  })
})

describe('rules', () => {
  it('are added, changed and removed', () => {
    const added = withRule(DEFAULT_POLICIES, 0, rule)
    expect(added.redaction.rules).toEqual([rule])
    expect(withRule(added, 0, { ...rule, on: false }).redaction.rules).toEqual([{ ...rule, on: false }])
    expect(withoutRule(added, 0)).toEqual(DEFAULT_POLICIES)
  })

  it('can be tried alone', () => {
    const alone = onlyRule(DEFAULT_POLICIES, { ...rule, on: false })
    expect(Policies.safeParse(alone).success).toBe(true)
    expect(alone.redaction.rules).toEqual([rule])
    expect(DETECTORS.some((detector) => detectorOn(alone.redaction, detector))).toBe(false)
  })

  it('are made from valid fields, and problems are reported by field', () => {
    const fields = fieldsOf(rule)
    expect(ruleOf(fields, rule, [])).toEqual({ rule, problems: {} })
    expect(ruleOf({ ...fields, name: 'a]b' }, rule, []).problems.name).toBeDefined()
    expect(ruleOf(fields, rule, ['project']).problems.name).toBeDefined()
    expect(ruleOf({ ...fields, words: ' \n' }, rule, []).problems.words).toBeDefined()
    expect(ruleOf({ ...fields, kind: 'expression', expression: '' }, rule, []).problems.expression).toBeDefined()
    expect(ruleOf({ ...fields, kind: 'expression', expression: 'x+' }, rule, []).rule).toMatchObject({
      kind: 'expression',
      expression: 'x+',
      name: 'project',
    })
  })
})
