import { counted, sizeText } from '../../shared/messages/english.ts'
import { type Difference, differences } from '../../shared/policy-differences.ts'
import type { Policies } from '../../shared/policy.ts'
import { type WriteRule, type WriteRuleKind, WriteRules } from '../../shared/write-rules.ts'

// What a change of the policies is called in git: "policies: largest file 1 MB → 2 MB and 1 more".

/** By their keys in the policies file. */
const LABELS: Readonly<Record<string, string>> = {
  'caps.file.bytes': 'largest file',
  'caps.file.lines': 'lines in a file',
  'caps.store.bytes': 'size of the store',
  'caps.store.files': 'number of files',
  'caps.turnBytes': 'growth in one turn',
  'caps.view': 'characters per read',
  'caps.warnAt': 'warning at',
  brake: 'share of the memory that goes unasked',
  'expiry.on': 'expiry',
  'expiry.days': 'days until expiry',
  'expiry.announceDays': 'days of warning before expiry',
  'expiry.maxShare': 'share of files that expire unasked',
}
const IN_BYTES = new Set(['caps.file.bytes', 'caps.store.bytes', 'caps.turnBytes'])
const SHARES = new Set(['brake', 'caps.warnAt', 'expiry.maxShare'])
const OF_REDACTION = /^redaction\.(?:groups|detectors)\./

/** The first difference, and how many more there are. */
export function policiesSubject(from: Policies, to: Policies): string {
  const [first, ...more] = differences(from, to)
  if (first === undefined) return 'policies: written again, unchanged'
  return `policies: ${said(first)}${more.length === 0 ? '' : ` and ${more.length} more`}`
}

function said({ key, rule, from, to }: Difference): string {
  if (rule !== null)
    return `${from === null ? 'added' : to === null ? 'removed' : 'changed'} the redaction rule “${rule}”`
  if (key === 'pins') return pinsSaid(listIn(from), listIn(to))
  if (key === 'expiry.paths') return `expiry in ${pathsText(listIn(to)) ?? 'every folder'}`
  if (key === 'rules') return rulesSaid(rulesIn(from), rulesIn(to))
  if (key === 'caps.rules') return 'changed the limits by path'
  const label = OF_REDACTION.test(key) ? `redaction of ${key.replace(OF_REDACTION, '')}` : (LABELS[key] ?? key)
  return `${label} ${valueText(key, from)} → ${valueText(key, to)}`
}

/** What the first rule that is new does, or which rule is gone. */
function rulesSaid(before: readonly WriteRule[], after: readonly WriteRule[]): string {
  const missingIn = (rules: readonly WriteRule[], others: readonly WriteRule[]): WriteRule | undefined => {
    const known = new Set(others.map((rule) => JSON.stringify(rule)))
    return rules.find((rule) => !known.has(JSON.stringify(rule)))
  }
  const [added, removed] = [missingIn(after, before), missingIn(before, after)]
  if (added !== undefined && after.length > before.length) return RULE_SAID[added.do](pathsText(added.paths) ?? '')
  if (removed !== undefined && after.length < before.length)
    return `removed the rule on ${pathsText(removed.paths) ?? ''}`
  return 'changed the rules for agents'
}

const RULE_SAID: Readonly<Record<WriteRuleKind, (paths: string) => string>> = {
  ask: (paths) => `ask about ${paths}`,
  refuse: (paths) => `locked ${paths}`,
  'append-only': (paths) => `let ${paths} only grow`,
  'no-delete': (paths) => `kept ${paths} from deletion`,
  hide: (paths) => `hid ${paths} from agents`,
}

function rulesIn(json: string | null): readonly WriteRule[] {
  return WriteRules.safeParse(JSON.parse(json ?? '[]')).data ?? []
}

function pinsSaid(before: readonly string[], after: readonly string[]): string {
  const pinned = pathsText(after.filter((path) => !before.includes(path)))
  return pinned === null
    ? `unpinned ${pathsText(before.filter((path) => !after.includes(path))) ?? 'nothing'}`
    : `pinned ${pinned}`
}

function listIn(json: string | null): readonly string[] {
  const value: unknown = JSON.parse(json ?? '[]')
  return Array.isArray(value) ? value.map(String) : []
}

/** `null` for none. */
function pathsText([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null
  return more.length === 0 ? first : `${first} and ${more.length === 1 ? '1 other' : `${more.length} others`}`
}

function valueText(key: string, json: string | null): string {
  const value: unknown = JSON.parse(json ?? 'null')
  // A detector that is not named is as the others of its kind.
  if (value === null) return OF_REDACTION.test(key) ? 'as its kind' : 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'number') return typeof value === 'string' ? value : 'other'
  if (SHARES.has(key)) return `${Math.round(value * 100)}%`
  return IN_BYTES.has(key) ? sizeText(value, 'en') : counted(value)
}
