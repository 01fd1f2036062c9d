import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICIES, inPoliciesFile, Policies, PoliciesFile } from './policy.ts'

describe('policies', () => {
  test('every field has its default, unknown ones are kept, wrong ones refused', () => {
    expect(DEFAULT_POLICIES).toMatchObject({
      version: 1,
      limits: { file: { bytes: 1_000_000 }, store: { bytes: 500_000_000, files: 20_000 }, view: 50_000, warnAt: 0.75 },
      redaction: { groups: { secrets: 'usual', payment: 'usual', personal: 'off' } },
      expiry: { on: false },
    })
    expect(Policies.parse({ later: 1, limits: { store: { files: 5, more: true } } })).toMatchObject({
      later: 1,
      limits: { store: { files: 5, more: true, bytes: 500_000_000 } },
    })
    expect(Policies.safeParse({ version: 2 }).success).toBe(false)
    expect(Policies.safeParse({ redaction: { rules: [{ name: 'a]b', kind: 'words', words: ['x'] }] } }).success).toBe(
      false,
    )
  })
})

describe('the policies file', () => {
  const old = {
    version: 1,
    caps: { file: { bytes: 100, lines: null }, store: { bytes: 5_000, files: 5, more: true }, soon: [1] },
    pins: ['a.md'],
    later: { caps: 1 },
  }

  test('has its limits under `caps`, which read as `limits`', () => {
    const policies = PoliciesFile.parse(JSON.parse(JSON.stringify(old)))
    expect(policies).toMatchObject({ limits: { ...old.caps, view: 50_000 }, pins: ['a.md'], later: { caps: 1 } })
    expect(policies).not.toHaveProperty('caps')
  })

  test('is written with `caps` again, with unknown fields and the order of the fields kept', () => {
    const written = inPoliciesFile(PoliciesFile.parse(old))
    expect(Object.keys(written)).toEqual(['version', 'caps', 'redaction', 'expiry', 'rules', 'brake', 'pins', 'later'])
    expect(written).toMatchObject(old)
    expect(inPoliciesFile(PoliciesFile.parse(written))).toEqual(written)
  })

  test('keeps an unknown field of the name `limits`', () => {
    const odd = { limits: 'of a later version', caps: { file: { bytes: 7 } } }
    const policies = PoliciesFile.parse(odd)
    expect(policies.limits.file.bytes).toBe(7)
    expect(inPoliciesFile(policies)).toMatchObject(odd)
  })

  test('is refused if it is not an object', () => {
    for (const value of [null, 1, 'caps', []]) expect(PoliciesFile.safeParse(value).success).toBe(false)
  })
})
