import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byOutside, byUser, byAgent } from '../../shared/origin.ts'
import { type JudgedChange, Policies } from '../../shared/policy.ts'
import { saying } from '../../testing/saying.ts'
import { createGate } from './gate.ts'

const VERDICTS = Number(process.env.VARIORUM_LONG ?? 400)

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (of: Uint8Array): string => new TextDecoder().decode(of)

/** Once redacted, the remaining bytes are valid text that reveals a card number. */
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
  const proposal = (after: string | null, more: Partial<JudgedChange> = {}): JudgedChange => ({
    path: 'notes.md',
    before: null,
    after: after === null ? null : bytes(after),
    origin: byAgent('create', 'agent'),
    totals: { now: { files: 0, bytes: 0 }, planned: { files: 1, bytes: 0 }, turnBytes: 0 },
    ...more,
  })

  test('allows, replaces with notes that contain no secret, refuses', () => {
    const { gate } = gateOf({ limits: { file: { bytes: 60 } } })
    expect(gate(proposal('hello'))).toEqual({ kind: 'allow' })
    const verdict = gate(proposal('the password is hunter2'))
    expect(verdict).toMatchObject({
      kind: 'replace',
      notes: [saying('1 passage was replaced by the rule “password” before this version was stored.')],
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
  test('a rule for some paths judges their names, and those of no other file', () => {
    const { gate } = gateOf({
      redaction: { rules: [{ name: 'projects', kind: 'words', words: ['Falcon'], paths: ['public'] }] },
    })
    expect(gate(proposal('x', { path: 'private/falcon.md' }))).toEqual({ kind: 'allow' })
    expect(gate(proposal('x', { path: 'public/falcon.md' }))).toMatchObject({ kind: 'refuse', rule: 'projects' })
  })
  test('restore and undo are allowed or refused, never rewritten', () => {
    for (const verb of ['restore', 'undo'] as const) {
      expect(gateOf().gate(proposal('the password is hunter2', { origin: byUser(verb) }))).toMatchObject({
        kind: 'refuse',
        rule: 'password',
      })
      expect(gateOf().gate(proposal('hello', { origin: byUser(verb) }))).toEqual({ kind: 'allow' })
    }
  })
  test('what it allows it allows again unchanged; only the user may override it, and only to bring something back', () => {
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
          const verdict = gate(proposal('', { after, origin: { ...byUser(verb), actor } }))
          const comesBack = verb === 'restore' || verb === 'undo'
          if (comesBack) expect(verdict.kind).not.toBe('replace')
          if (verdict.kind === 'refuse') expect(verdict.mayOverride === true).toBe(comesBack && actor === 'user')
          if (verdict.kind === 'replace')
            expect(gate(proposal('', { after: verdict.after, origin: { ...byUser(verb), actor } })).kind).toBe('allow')
        },
      ),
      { numRuns: VERDICTS, examples: [[BECOMES_TEXT, 'agent', 'create']] },
    )
  })
  test('a rule that refuses, a rule for some paths, bytes that are not text', () => {
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
  test('a file over the limit of its new path is not moved there', () => {
    const limits = { limits: { file: { bytes: 10 }, rules: [{ paths: ['big'], bytes: 100 }] } }
    const { gate } = gateOf(limits)
    const text = bytes('x'.repeat(50))
    const move = (from: string, to: string) => gate(proposal('', { path: to, from, before: text, after: text })).kind
    expect([move('big/a.md', 'a.md'), move('a.md', 'b.md'), move('a.md', 'big/a.md')]).toEqual([
      'refuse',
      'allow',
      'allow',
    ])
  })
  test('what another program wrote is held for its secret, never rewritten, and as large as it is', () => {
    const { gate } = gateOf({ limits: { file: { bytes: 60 } } })
    const outside = { origin: byOutside('adopt'), totals: null }
    expect(gate(proposal('the password is hunter2', outside))).toMatchObject({ kind: 'hold', rules: ['password'] })
    expect(gate(proposal('x'.repeat(61), outside))).toEqual({ kind: 'allow' })
    expect(gate(proposal(null, outside))).toEqual({ kind: 'allow' })
  })
  test('a byte order mark is kept', () => {
    const verdict = gateOf().gate(proposal('\ufeffpassword=hunter2\r\n'))
    expect(verdict.kind === 'replace' && [...verdict.after.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })
  test('a text too large is refused for its size, but one to be brought back for its secret first', () => {
    const { gate } = gateOf({ limits: { file: { bytes: 60 } } })
    const after = `password=hunter22 ${'x'.repeat(60)}`
    expect(gate(proposal(after))).toMatchObject({ kind: 'refuse', rule: 'file-bytes' })
    const restored = proposal(after, { origin: byUser('restore') })
    expect(gate(restored)).toMatchObject({ kind: 'refuse', rule: 'password' })
  })
  test('what it knows of a file changes no verdict', () => {
    const ospreys = { redaction: { rules: [{ name: 'osprey', kind: 'expression', expression: 'osprey\\s+flies' }] } }
    const { gate } = gateOf(ospreys)
    const line = fc.constantFrom(
      'plain words',
      'the password',
      'is',
      'hunter2-Extra!',
      'osprey',
      'flies south',
      '',
      '4111 1111',
      '1111 1111',
    )
    const edit = fc.record({ at: fc.nat(700), remove: fc.nat(3), add: fc.array(line, { maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 2, maxLength: 5 }), (edits) => {
        const lines = Array.from({ length: 700 }, (_, at) => `Line ${at} is about the garden and what to cook today.`)
        const at = edits[0]?.at ?? 0
        let before = bytes(lines.join('\n'))
        gate(proposal('', { after: before }))
        for (const { at: far, remove, add } of edits) {
          // Edits next to each other complete what neither holds alone.
          lines.splice(Math.min(at + (far % 4), lines.length), remove, ...add)
          const change = proposal('', { before, after: bytes(lines.join('\n')) })
          const verdict = gate(change)
          expect(verdict).toEqual(gateOf(ospreys).gate(change))
          before = verdict.kind === 'replace' ? verdict.after : (change.after ?? before)
          lines.splice(0, lines.length, ...text(before).split('\n'))
        }
      }),
      { numRuns: 25 },
    )
  })
})
