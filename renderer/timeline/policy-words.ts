import { plural, t } from '@lingui/core/macro'
import {
  type DetectorGroup,
  DETECTORS,
  type FileLimitsRule,
  type Policies,
  type RedactionLevel,
} from '../../shared/policy.ts'
import { countText } from '../format/counts.ts'
import { listText } from '../format/language.ts'
import { detectorLabel } from '../format/redaction-words.ts'
import { size } from '../format/sizes.ts'

// What differs between two versions of the policies, in words. Pure.

/** One sentence for each policy that differs; none if the policies are the same. */
export function policyChanges(before: Policies, after: Policies): readonly string[] {
  return [
    ...pinWords(before.pins, after.pins),
    ...limitWords(before.limits, after.limits),
    ...fileRuleWords(before.limits.rules, after.limits.rules),
    ...redactionWords(before.redaction, after.redaction),
    ...ruleWords(before.redaction.rules, after.redaction.rules),
    ...expiryWords(before.expiry, after.expiry),
    ...(before.brake === after.brake ? [] : [brakeWords(after.brake)]),
  ]
}

const brakeWords = (brake: Policies['brake']): string =>
  brake === null
    ? t`Anybody may remove or rewrite any share of the memory`
    : t`Stop whoever removes or rewrites more than ${Math.round(brake * 100)}% of the memory`

const without = <Item>(all: readonly Item[], others: readonly Item[]): readonly Item[] =>
  all.filter((each) => !others.includes(each))

function pinWords(before: readonly string[], after: readonly string[]): readonly string[] {
  return [
    ...without(after, before).map((path) => t`Pinned ${path}`),
    ...without(before, after).map((path) => t`Unpinned ${path}`),
  ]
}

/** A limit as words; `null` is none. */
const bytesOr = (bytes: number | null): string => (bytes === null ? t`none` : size(bytes))
const countOr = (count: number | null): string => (count === null ? t`none` : countText(count))

function limitWords(before: Policies['limits'], after: Policies['limits']): readonly string[] {
  const [fileBytes, fileLines] = [bytesOr(after.file.bytes), countOr(after.file.lines)]
  const [storeBytes, storeFiles] = [bytesOr(after.store.bytes), countOr(after.store.files)]
  const [turn, view, share] = [bytesOr(after.turnBytes), countOr(after.view), Math.round(after.warnAt * 100)]
  const all: readonly (readonly [isSame: boolean, words: string])[] = [
    [before.file.bytes === after.file.bytes, t`Limit for the largest file: ${fileBytes}`],
    [before.file.lines === after.file.lines, t`Limit for the lines of a file: ${fileLines}`],
    [before.store.bytes === after.store.bytes, t`Limit for the whole memory: ${storeBytes}`],
    [before.store.files === after.store.files, t`Limit for the number of files: ${storeFiles}`],
    [before.turnBytes === after.turnBytes, t`Limit for one turn: ${turn}`],
    [before.view === after.view, t`Characters the agent reads at once: ${view}`],
    [before.warnAt === after.warnAt, t`Warning from ${share}% of a limit`],
  ]
  return all.flatMap(([isSame, words]) => (isSame ? [] : [words]))
}

function fileRuleWords(before: readonly FileLimitsRule[], after: readonly FileLimitsRule[]): readonly string[] {
  const texts = before.map((rule) => JSON.stringify(rule))
  const added = after.filter((rule) => !texts.includes(JSON.stringify(rule)))
  const isSet = new Set(after.map(({ paths }) => listText(paths)))
  return [
    ...added.map(({ paths, bytes, lines }) => {
      const where = listText(paths)
      const what = [
        ...(bytes === undefined ? [] : [size(bytes)]),
        ...(lines == null ? [] : [plural(lines, { one: '# line', other: '# lines' })]),
      ]
      return t`Limit for ${where}: ${what.length === 0 ? t`none` : listText(what)}`
    }),
    ...before
      .map(({ paths }) => listText(paths))
      .flatMap((where) => (isSet.has(where) ? [] : [t`No limit of its own for ${where}`])),
  ]
}

function redactionWords(before: Policies['redaction'], after: Policies['redaction']): readonly string[] {
  const groups = (['secrets', 'payment', 'personal'] as const).flatMap((group) =>
    before.groups[group] === after.groups[group] ? [] : [levelWords(group, after.groups[group])],
  )
  const detectors = DETECTORS.flatMap(({ id }) => {
    const [was, is] = [before.detectors[id], after.detectors[id]]
    if (was === is) return []
    const name = detectorLabel(id)
    return [
      is === undefined ? t`${name}: as the others of its kind` : is ? t`${name}: redacted` : t`${name}: not redacted`,
    ]
  })
  return [...groups, ...detectors]
}

function levelWords(group: DetectorGroup, level: RedactionLevel): string {
  const what = { secrets: t`secrets`, payment: t`payment data`, personal: t`personal data` }[group]
  switch (level) {
    case 'off':
      return t`Redaction of ${what} off`
    case 'certain':
      return t`Redaction of ${what}: only what is certain`
    case 'usual':
      return t`Redaction of ${what}: as usual`
    case 'broad':
      return t`Redaction of ${what}: broad`
  }
}

type Rules = Policies['redaction']['rules']

function ruleWords(before: Rules, after: Rules): readonly string[] {
  const old = new Map(before.map((rule) => [rule.name, rule]))
  const names = new Set(after.map(({ name }) => name))
  return [
    ...after.flatMap((rule) => {
      const { name } = rule
      const was = old.get(name)
      if (was === undefined) return [t`Rule “${name}” added`]
      if (JSON.stringify({ ...was, on: true }) !== JSON.stringify({ ...rule, on: true }))
        return [t`Rule “${name}” changed`]
      if (was.on === rule.on) return []
      return [rule.on ? t`Rule “${name}” on` : t`Rule “${name}” off`]
    }),
    ...before.flatMap(({ name }) => (names.has(name) ? [] : [t`Rule “${name}” removed`])),
  ]
}

function expiryWords(before: Policies['expiry'], after: Policies['expiry']): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (before.on && !after.on) return [t`Expiry off`]
  const unused = plural(after.days, { one: 'after # unused day', other: 'after # unused days' })
  if (!before.on && after.on) return [t`Expiry on: ${unused}`]
  return [before.days === after.days ? t`Expiry changed` : t`Expiry: ${unused}`]
}
