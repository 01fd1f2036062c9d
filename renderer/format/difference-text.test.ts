import { expect, it } from 'vitest'
import { differences } from '../../shared/policy-differences.ts'
import { DEFAULT_POLICIES, PoliciesFile } from '../../shared/policy.ts'
import { differenceText } from './difference-text.ts'

const said = (changed: unknown): readonly string[] =>
  differences(DEFAULT_POLICIES, PoliciesFile.parse(changed)).map(differenceText)

it('a difference is said with the words and the units of the form', () => {
  const changed = {
    caps: {
      store: { bytes: 64_000, files: 700 },
      file: { bytes: 2_000_000, lines: 500 },
      rules: [{ paths: ['a', 'b'], bytes: 2_000, lines: 10 }],
      view: 900,
      turnBytes: 1_000,
      warnAt: 0.5,
    },
    redaction: {
      groups: { secrets: 'broad', payment: 'off', personal: 'usual' },
      detectors: { email: true },
      rules: [{ kind: 'words', name: 'project', words: ['Halcyon'] }],
    },
    expiry: { on: true, days: 30, paths: ['work', 'notes'], announceDays: 3, maxShare: 0.2 },
    pins: ['people'],
  }
  expect(said(changed)).toEqual([
    'Size · Largest file: 1 MB, now 2 MB',
    'Size · Lines in a file: no limit, now 500',
    'Size · Limits for specific paths: –, now a, b (Size: 2 KB, Lines: 10)',
    'Size · Store: 500 MB, now 64 KB',
    'Size · Files: 20,000, now 700',
    'Size · Growth in one turn: no limit, now 1 KB',
    'Size · Characters per read: 50,000, now 900',
    'Size · Warn at: 75%, now 50%',
    'Expiry · Warn me this many days ahead: 7, now 3',
    'Expiry · Not touched for: 90, now 30',
    'Expiry · Ask before deleting more than this share of files: 10%, now 20%',
    'Expiry · Delete files nobody has read or written lately: Off, now On',
    'Expiry · Only in: every folder, now work, notes',
    'Pins · Files, folders and patterns: nothing is pinned, now people',
    'Redaction · Email addresses: –, now On',
    'Redaction · Payment data: Usual, now Off',
    'Redaction · Personal data: Off, now Usual',
    'Redaction · Keys, tokens and passwords: Usual, now Broad',
    'Redaction · project: added',
  ])
})

it('a setting that this version does not know is named as in the file', () => {
  expect(said({ expiry: { hours: 3 } })).toEqual(['expiry.hours: –, now 3'])
})

it('what the form would round away is said to the last byte', () => {
  expect(said({ caps: { store: { bytes: 500_040_000 } } })).toEqual(['Size · Store: 500000000, now 500040000'])
})
