import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathMatcher } from '../../shared/globs.ts'
import {
  DEFAULT_POLICIES,
  ExpiryPolicy,
  inPoliciesFile,
  Policies,
  PoliciesFile,
  SizeLimits,
  type Proposal,
} from '../../shared/policy.ts'
import { redactLine, rulesFrom } from '../policies/redact-lines.ts'
import { planExpiry } from './expiry.ts'
import { createGate } from './gate.ts'
import { compileLimits, countLines, judgeSize } from './limits.ts'
import { limitView } from './view-limit.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (of: Uint8Array): string => new TextDecoder().decode(of)
const EMPTY = { bytes: 0, files: 0, turnGrowth: 0 }

describe('policies on disk', () => {
  test('every field has its default, unknown ones are kept, wrong ones refused', () => {
    expect(DEFAULT_POLICIES).toMatchObject({
      version: 1,
      limits: { file: { bytes: 1_000_000 }, store: { bytes: 500_000_000, files: 20_000 }, view: 50_000, warnAt: 0.75 },
      redaction: { groups: { secrets: true, payment: true, personal: false } },
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
    expect(Object.keys(written)).toEqual(['version', 'caps', 'redaction', 'expiry', 'pins', 'later'])
    expect(written).toMatchObject(old)
    expect(inPoliciesFile(PoliciesFile.parse(written))).toEqual(written)
  })

  test('keeps an unknown field of the name `limits`', () => {
    const odd = { limits: 'of a later version', caps: { file: { bytes: 7 } } }
    const policies = PoliciesFile.parse(odd)
    expect(policies.limits.file.bytes).toBe(7)
    expect(inPoliciesFile(policies)).toMatchObject(odd)
  })

  test('is refused when it is no object', () => {
    for (const value of [null, 1, 'caps', []]) expect(PoliciesFile.safeParse(value).success).toBe(false)
  })
})

describe('path patterns', () => {
  test.each([
    ['work/**', 'work/a/b.md', true],
    ['work/**', 'home/work/a.md', false],
    ['work/*', 'work/a/b.md', true],
    ['work/*.md', 'work/a/b.md', false],
    ['*.md', 'a/b/c.md', true],
    ['*.md', 'a/c.mdx', false],
    ['work', 'work/a.md', true],
    ['work/', 'work/a.md', true],
    ['**/notes.md', 'notes.md', true],
    ['a/**/z.md', 'a/z.md', true],
    ['a/**/z.md', 'a/b/c/z.md', true],
    ['a/**/z.md', 'ab/z.md', false],
    ['{a,b}/*.md', 'b/x.md', true],
    ['fil?.txt', 'file.txt', true],
    ['/top.md', 'top.md', true],
    ['/top.md', 'a/top.md', false],
    ['**', 'x', true],
  ])('%s fits %s: %s', (pattern, path, expected) => expect(pathMatcher([pattern])(path)).toBe(expected))
  test('no pattern is slow', () => {
    const from = performance.now()
    pathMatcher([`${'*a'.repeat(400)}b`, `${'**/'.repeat(300)}x`, '{a,b}'.repeat(60)])('a'.repeat(2_000))
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

describe('size limits', () => {
  const limits = compileLimits(
    SizeLimits.parse({
      file: { bytes: 100, lines: 5 },
      store: { bytes: 1_000, files: 4 },
      turnBytes: 150,
      rules: [
        { paths: ['log/**'], bytes: 300, lines: null },
        { paths: ['log/small.md'], bytes: 1 },
      ],
    }),
  )
  const size = (of: number, lines = 1): { readonly bytes: number; readonly lines: number } => ({ bytes: of, lines })

  test('a warning comes before a refusal, and the refusal says what to do', () => {
    expect(judgeSize(limits, { path: 'a', before: null, after: size(50) }, EMPTY)).toEqual({ kind: 'allow' })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(75) }, EMPTY)).toMatchObject({
      kind: 'warn',
      warnings: ['a has 75 bytes of 100 bytes.'],
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(101) }, EMPTY)).toMatchObject({
      kind: 'refuse',
      rule: 'file-bytes',
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(10, 6) }, EMPTY)).toMatchObject({
      kind: 'refuse',
      rule: 'file-lines',
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(1) }, { ...EMPTY, files: 4 })).toEqual({
      kind: 'refuse',
      rule: 'store-files',
      reason: 'The store is full: 4 of 4 files. Remove or merge some, then try again.',
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(60) }, { ...EMPTY, bytes: 950 })).toMatchObject({
      kind: 'refuse',
      rule: 'store-bytes',
    })
    expect(
      judgeSize(limits, { path: 'a', before: null, after: size(60) }, { ...EMPTY, turnGrowth: 100 }),
    ).toMatchObject({
      kind: 'refuse',
      rule: 'turn-growth',
    })
  })
  test('the first rule that fits a path decides', () => {
    expect(judgeSize(limits, { path: 'log/small.md', before: null, after: size(101, 50) }, EMPTY).kind).toBe('allow')
    expect(judgeSize(limits, { path: 'other.md', before: null, after: size(101, 50) }, EMPTY).kind).toBe('refuse')
  })
  test('deleting, shrinking and leaving as it is are never refused', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.nat(5_000),
        fc.nat(90),
        fc.nat(90),
        fc.nat(9_000),
        fc.nat(50),
        (before, after, linesBefore, linesAfter, total, files) => {
          fc.pre(after <= before && linesAfter <= linesBefore)
          const totals = { bytes: total, files, turnGrowth: total }
          expect(
            judgeSize(limits, { path: 'x', before: size(before, linesBefore), after: size(after, linesAfter) }, totals)
              .kind,
          ).toBe('allow')
          expect(judgeSize(limits, { path: 'x', before: size(before), after: null }, totals).kind).toBe('allow')
        },
      ),
    )
  })
  test('what grows is refused exactly where it passes a cap', () => {
    const amount = fc.integer({ min: 0, max: 220 })
    fc.assert(
      fc.property(
        fc.option(amount),
        amount,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(1_100),
        fc.nat(6),
        fc.integer({ min: -50, max: 200 }),
        fc.constantFrom('x.md', 'log/x.md'),
        (was, after, lines, total, files, turn, path) => {
          const most = path === 'x.md' ? { bytes: 100, lines: 5 } : { bytes: 300, lines: Infinity }
          const growth = after - (was ?? 0)
          const over = [
            growth > 0 && after > most.bytes,
            lines > (was === null ? 0 : 1) && lines > most.lines,
            was === null && files + 1 > 4,
            growth > 0 && total + growth > 1_000,
            growth > 0 && turn + growth > 150,
          ].includes(true)
          expect(
            judgeSize(
              limits,
              { path, before: was === null ? null : size(was), after: size(after, lines) },
              { bytes: total, files, turnGrowth: turn },
            ).kind === 'refuse',
          ).toBe(over)
        },
      ),
      { numRuns: 1_000 },
    )
  })
  test('lines are counted as people count them', () => {
    expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map((of) => countLines(bytes(of)))).toEqual([0, 1, 1, 2, 2])
  })
})

describe('expiry', () => {
  const policy = ExpiryPolicy.parse({ on: true, days: 3, announceDays: 1, maxShare: 0.5 })
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-02-10', '2026-02-11']
  const file = (
    path: string,
    lastUsed: string | null,
  ): { readonly path: string; readonly lastUsed: string | null } => ({ path, lastUsed })

  test('counts days of use, announces, leaves pins alone', () => {
    const plan = planExpiry(
      [file('old', '2026-01-02'), file('mid', '2026-01-03'), file('new', '2026-02-11'), file('pinned', '2026-01-01')],
      days,
      policy,
      ['pinned'],
      '2026-02-11',
    )
    expect(plan).toMatchObject({
      now: [{ path: 'old', inDays: 0 }],
      ask: [],
      next: [
        { path: 'mid', inDays: 1 },
        { path: 'new', inDays: 3 },
      ],
      announced: [{ path: 'mid' }],
    })
  })
  test('never more than the share without asking', () => {
    const files = ['a', 'b', 'c'].map((path) => file(path, '2026-01-01'))
    expect(planExpiry(files, days, policy, [], '2026-02-11')).toMatchObject({
      now: [],
      ask: [{ path: 'a' }, { path: 'b' }, { path: 'c' }],
    })
  })
  test('clock jumps age nothing by more than the days of use', () => {
    const files = [file('a', '2026-02-11'), file('b', '2099-01-01')]
    expect(planExpiry(files, [...days, '2199-01-01'], policy, [], '2199-01-01').now).toEqual([])
    expect(planExpiry(files, days, policy, [], '1970-01-01').now).toEqual([])
    expect(planExpiry(files, days, { ...policy, on: false }, [], '2026-02-11')).toMatchObject({ now: [], next: [] })
  })
  test('no jump of the clock makes anything go sooner than the days of use do', () => {
    const day = fc
      .integer({ min: 0, max: 40_000 })
      .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10))
    const uses = fc.array(fc.option(day), { maxLength: 12 })
    fc.assert(
      fc.property(
        uses,
        fc.array(day, { maxLength: 12 }),
        day,
        day,
        fc.constantFrom(0, 0.1, 0.5, 1),
        (lastUses, used, now, future, maxShare) => {
          const files = lastUses.map((lastUsed, at) => file(`f${at}`, lastUsed))
          const plan = planExpiry(files, used, { ...policy, maxShare }, ['f1'], now)
          expect(plan.now.length).toBeLessThanOrEqual(Math.floor(files.length * maxShare))
          expect([...plan.now, ...plan.ask, ...plan.next].map(({ path }) => path)).not.toContain('f1')
          // What goes has seen so many days of use since, whatever the calendar says.
          for (const { path } of [...plan.now, ...plan.ask]) {
            const last = files.find((each) => each.path === path)?.lastUsed ?? ''
            expect(new Set(used.filter((each) => each > last && each <= now)).size).toBeGreaterThanOrEqual(policy.days)
          }
          // Days that have not come yet count for nothing.
          if (future > now)
            expect(planExpiry(files, [...used, future], { ...policy, maxShare }, ['f1'], now)).toEqual(plan)
        },
      ),
      { numRuns: 500 },
    )
  })
  test('every file in scope is in exactly one list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...days, null), { maxLength: 20 }),
        fc.constantFrom(...days),
        (uses, now) => {
          const plan = planExpiry(
            uses.map((day, at) => file(`f${at}`, day)),
            days,
            policy,
            ['f0'],
            now,
          )
          expect(plan.now.length + plan.ask.length + plan.next.length).toBe(Math.max(0, uses.length - 1))
          expect(plan.now.length).toBeLessThanOrEqual(uses.length * policy.maxShare)
        },
      ),
    )
  })
})

describe('a view that is too long', () => {
  test('is cut at a line end and says how to go on', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n')
    const { text: shown, cut } = limitView(lines, 50, 1, 100)
    expect(cut).toBe(true)
    expect(shown).toContain('line 7\n\n[Cut at 50 characters: lines 1 to 7 of 100. Go on with view_range [8, 100].]')
    expect(limitView('short', 50, 1, 1)).toEqual({ text: 'short', cut: false })
  })
  test('a line that fits nowhere is cut itself, between whole characters', () => {
    expect(limitView(`${'😀'.repeat(40)}\nb`, 51, 3, 4).text).toMatch(
      /^(😀){25}\n\n\[Line 3 is too long: only its first 50 characters are shown\. View the lines after it with view_range \[4, 4\]\.\]$/u,
    )
  })
})

/** What goes leaves bytes that are text, in which what stood behind a sign is a card number. */
const BECOMES_TEXT = Uint8Array.from([
  0xe3,
  0x80,
  0xb9,
  ...bytes('4111 1111 1111 1111\0'),
  0xb2,
  ...bytes('a@b.example '),
])

describe('the gate', () => {
  const gateOf = (policies: unknown = {}): ReturnType<typeof createGate> => createGate(Policies.parse(policies))
  const proposal = (after: string | null, more: Partial<Proposal> = {}): Proposal => ({
    path: 'notes.md',
    before: null,
    after: after === null ? null : bytes(after),
    origin: { actor: 'agent', verb: 'create' },
    totals: { now: { files: 0, bytes: 0 }, planned: { files: 1, bytes: 0 }, turnBytes: 0 },
    ...more,
  })

  test('allows, replaces with notes that hold no secret, refuses', () => {
    const { gate } = gateOf({ limits: { file: { bytes: 60 } } })
    expect(gate(proposal('hello'))).toEqual({ kind: 'allow' })
    const verdict = gate(proposal('the password is hunter2'))
    expect(verdict).toMatchObject({
      kind: 'replace',
      notes: ['1 place was replaced by the rule "password" before anything was stored.'],
    })
    expect(verdict.kind === 'replace' && text(verdict.after)).toBe('the password is [redacted: password]')
    expect(gate(proposal('x'.repeat(61)))).toMatchObject({ kind: 'refuse', rule: 'file-bytes' })
    expect(gate(proposal(null))).toEqual({ kind: 'allow' })
  })
  test('a secret in the path is refused and not repeated', () => {
    const verdict = gateOf().gate(proposal('x', { path: `keys/ghp_${'a1B2'.repeat(9)}.md` }))
    expect(verdict).toMatchObject({ kind: 'refuse', rule: 'github token' })
    expect(JSON.stringify(verdict)).not.toContain('a1B2')
  })
  test('restore and undo are allowed or refused, never rewritten', () => {
    for (const verb of ['restore', 'undo'] as const) {
      expect(gateOf().gate(proposal('the password is hunter2', { origin: { actor: 'user', verb } }))).toMatchObject({
        kind: 'refuse',
        rule: 'password',
      })
      expect(gateOf().gate(proposal('hello', { origin: { actor: 'user', verb } }))).toEqual({ kind: 'allow' })
    }
  })
  test('what it lets pass it lets pass again unchanged, and only the user may override it, and only where something comes back', () => {
    const { gate } = gateOf({ redaction: { groups: { personal: true } }, limits: { file: { bytes: 120 } } })
    const part = fc
      .oneof(
        fc.constantFrom(
          'password=hunter22 ',
          'the PIN is 4711\n',
          'a@b.example ',
          '4111 1111 1111 1111',
          '\ufeff',
          '\u200b',
          'plain ',
        ),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      )
      .map((piece) => [...bytes(piece)])
    const content = fc
      .array(fc.oneof(part, fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 6 })), { maxLength: 6 })
      .map((parts) => Uint8Array.from(parts.flat()))
    fc.assert(
      fc.property(
        content,
        fc.constantFrom('agent' as const, 'user' as const),
        fc.constantFrom('create' as const, 'edit' as const, 'restore' as const, 'undo' as const),
        (after, actor, verb) => {
          const verdict = gate(proposal('', { after, origin: { actor, verb } }))
          const comesBack = verb === 'restore' || verb === 'undo'
          if (comesBack) expect(verdict.kind).not.toBe('replace')
          if (verdict.kind === 'refuse') expect(verdict.mayOverride === true).toBe(comesBack && actor === 'user')
          if (verdict.kind === 'replace')
            expect(gate(proposal('', { after: verdict.after, origin: { actor, verb } })).kind).toBe('allow')
        },
      ),
      { numRuns: 800, examples: [[BECOMES_TEXT, 'agent', 'create']] },
    )
  })
  test('a rule that refuses, a rule for some paths, bytes that are no text', () => {
    const { gate, redactText } = gateOf({
      redaction: {
        rules: [
          { name: 'osprey', kind: 'words', words: ['Osprey'], action: 'refuse' },
          { name: 'code', kind: 'expression', expression: 'Z\\d{3}', paths: ['a/**'] },
        ],
      },
    })
    expect(gate(proposal('Project Osprey'))).toMatchObject({ kind: 'refuse', rule: 'osprey' })
    expect(gate(proposal('Z123'))).toEqual({ kind: 'allow' })
    expect(gate(proposal('Z123', { path: 'a/b.md' })).kind).toBe('replace')
    expect(redactText('create with password hunter2').text).not.toContain('hunter2')
    const binary = Uint8Array.from([0xff, 0xfe, 0x00, ...bytes('password=hunter2 '), 0x80])
    const verdict = gate(proposal('', { after: binary }))
    expect(verdict.kind === 'replace' && [...verdict.after.subarray(0, 3), verdict.after.at(-1)]).toEqual([
      0xff, 0xfe, 0x00, 0x80,
    ])
  })
  test('a byte order mark stays', () => {
    const verdict = gateOf().gate(proposal('\ufeffpassword=hunter2\r\n'))
    expect(verdict.kind === 'replace' && [...verdict.after.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })
})

describe('the command line', () => {
  test('a line in, a line out; offsets are of the text given', () => {
    const outcome = rulesFrom('[{"name":"booking","kind":"expression","expression":"B[0-9]{5}"}]', true)
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
  test('rules that cannot run are refused in words', () => {
    expect(rulesFrom('[{"name":"all","kind":"expression","expression":".*"}]', false)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('"all"'),
    })
    expect(rulesFrom('{', false)).toMatchObject({ kind: 'refused' })
    expect(rulesFrom('[{"name":"x"}]', false)).toMatchObject({ kind: 'refused' })
    expect(rulesFrom('{"redaction":{"groups":{"secrets":false}}}', false)).toMatchObject({ kind: 'ready' })
  })
})
