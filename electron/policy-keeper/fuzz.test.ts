import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { mutate } from '../../testing/mutate.ts'
import { processorMs } from '../../testing/processor-time.ts'
import { random } from '../../testing/random.ts'
import { PoliciesInForce } from './in-force.ts'

const MUTATIONS = Number(process.env.VARIORUM_LONG ?? 100)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)
const MAX_MS = 2_000

const WHOLE = JSON.stringify({
  caps: { file: { bytes: 5_000 }, rules: [{ paths: ['log/**', '{a,b}.md'], bytes: 100 }] },
  redaction: {
    groups: { personal: true },
    rules: [
      { kind: 'expression', name: 'number', expression: '(\\d+-)+[a-z]*$', action: 'mask' },
      { kind: 'words', name: 'words', words: ['project x'], paths: ['**/*.md'] },
    ],
  },
  expiry: { on: true, days: 30, paths: ['notes/**'] },
  pins: ['keep/*.md'],
})
const SMALL = { files: 1, bytes: 1 }
const TEXT = Buffer.from('Project X, call 1-2-3-4-5 or aws_secret_access_key = "wJalrXUtnFEMI/K7MDENG"\n'.repeat(20))

test(`whatever a policies file holds, every write is still judged, and soon (seed ${SEED})`, () => {
  const pick = random(SEED)
  const wrong: string[] = []
  for (let at = 0; at < MUTATIONS; at += 1) {
    const inForce = new PoliciesInForce()
    const policies = mutate(Buffer.from(WHOLE), pick).toString()
    const took = processorMs(() => {
      inForce.follow({ type: 'policies.changed', store: 'any', inForce: policies, found: null })
      const { kind } = inForce.gate({
        path: 'log/a.md',
        before: null,
        after: TEXT,
        origin: { actor: 'agent', verb: 'create', lineage: 'agent' },
        totals: { now: SMALL, planned: SMALL, turnBytes: 0 },
      })
      if (!['allow', 'replace', 'refuse'].includes(kind)) wrong.push(`mutation ${at}: ${kind}`)
    })
    if (took > MAX_MS) wrong.push(`mutation ${at} took long`)
  }
  expect(wrong).toEqual([])
})
