import { plural, t } from '@lingui/core/macro'
import { z } from 'zod'
import { type Difference, differences } from '../../shared/policy-differences.ts'
import { DetectorGroup, DetectorId, FileLimitsRule, type Policies, RedactionLevel } from '../../shared/policy.ts'
import { WriteRules } from '../../shared/write-rules.ts'
import { countText } from './counts.ts'
import { listText } from './language.ts'
import { quantityText, type Unit } from './quantity-text.ts'
import { detectorLabel, groupLabel, levelLabel } from './redaction-words.ts'
import { size } from './sizes.ts'
import { writeRuleText } from './write-rule-words.ts'

/** How the form says a setting. */
interface Setting {
  readonly section: string
  readonly label: string
  readonly unit?: Unit
  /** What an empty value means. */
  readonly none?: string
}

/** “Size · Files: 500, now 700”: as the form says it. A setting that it does not have is named as in the file. */
export function differenceText({ key, rule, from, to }: Difference): string {
  if (rule !== null) return `${t`Redaction`} · ${rule}: ${fateText(from, to)}`
  const setting = settingOf(key)
  if (setting === null) return `${key}: ${changed(from ?? NOTHING, to ?? NOTHING)}`
  const { section, label } = setting
  const [before, after] = [valueText(from, setting), valueText(to, setting)]
  // What the form rounds away would be accepted unseen.
  const shown = before === after ? changed(from ?? NOTHING, to ?? NOTHING) : changed(before, after)
  return `${section} · ${label}: ${shown}`
}

const changed = (before: string, after: string): string => t`${before}, now ${after}`

/** The first of all differences, and how many more there are. */
export function differencesText(from: Policies, to: Policies): string {
  const [first, ...more] = differences(from, to)
  if (first === undefined) return t`Policies saved`
  const words = differenceText(first)
  const count = more.length
  return count === 0 ? words : plural(count, { one: `${words}, and # more`, other: `${words}, and # more` })
}

const NOTHING = '–'
const LIMIT_RULES = 'caps.rules'
const Paths = z.array(z.string())
const FileLimits = z.array(FileLimitsRule)

const fateText = (from: string | null, to: string | null): string =>
  from === null ? t`added` : to === null ? t`removed` : t`changed`

function valueText(json: string | null, { unit = 'count', none = NOTHING }: Setting): string {
  if (json === null) return NOTHING
  const value: unknown = JSON.parse(json)
  if (value === null) return none
  if (typeof value === 'boolean') return value ? t`On` : t`Off`
  if (typeof value === 'number') return quantityText(value, unit)
  const level = RedactionLevel.safeParse(value)
  if (level.success) return levelLabel(level.data)
  const writeRules = WriteRules.safeParse(value)
  if (writeRules.success && writeRules.data.length > 0) return listText(writeRules.data.map(writeRuleText))
  const rules = FileLimits.safeParse(value)
  if (rules.success && rules.data.length > 0) return listText(rules.data.map(limitsText))
  const paths = Paths.safeParse(value)
  if (paths.success) return paths.data.length === 0 ? none : listText(paths.data)
  return json
}

function limitsText({ paths, bytes, lines }: FileLimitsRule): string {
  const limits = [
    bytes !== undefined && `${t`Size`}: ${size(bytes)}`,
    lines !== undefined && `${t`Lines`}: ${lines === null ? t`no limit` : countText(lines)}`,
  ]
  return `${listText(paths)} (${limits.filter(Boolean).join(', ')})`
}

function settingOf(key: string): Setting | null {
  const parts = key.split('.')
  const name = parts.pop() ?? ''
  switch (parts.join('.')) {
    case 'caps':
    case 'caps.file':
    case 'caps.store':
      return limitOf(key)
    case 'redaction.groups': {
      const group = DetectorGroup.safeParse(name)
      return group.success ? { section: t`Redaction`, label: groupLabel(group.data) } : null
    }
    case 'redaction.detectors': {
      const id = DetectorId.safeParse(name)
      return id.success ? { section: t`Redaction`, label: detectorLabel(id.data) } : null
    }
    case 'expiry':
      return expiryOf(name)
    default:
      if (key === 'brake')
        return {
          section: t`Rules for agents`,
          label: t`Stop whoever removes or rewrites more than`,
          unit: 'percent',
          none: t`no limit`,
        }
      if (key === 'rules') return { section: t`Rules for agents`, label: t`Rules`, none: t`no rules` }
      return key === 'pins'
        ? { section: t`Pins`, label: t`Files, folders and patterns`, none: t`nothing is pinned` }
        : null
  }
}

function limitOf(key: string): Setting | null {
  const section = t`Size`
  switch (key) {
    case 'caps.store.bytes':
      return { section, label: t`Store`, unit: 'size' }
    case 'caps.store.files':
      return { section, label: t`Files` }
    case 'caps.file.bytes':
      return { section, label: t`Largest file`, unit: 'size' }
    case 'caps.file.lines':
      return { section, label: t`Lines in a file`, none: t`no limit` }
    case 'caps.view':
      return { section, label: t`Characters per read` }
    case 'caps.turnBytes':
      return { section, label: t`Growth in one turn`, unit: 'size', none: t`no limit` }
    case 'caps.warnAt':
      return { section, label: t`Warn at`, unit: 'percent' }
    case LIMIT_RULES:
      return { section, label: t`Limits for specific paths`, none: NOTHING }
    default:
      return null
  }
}

function expiryOf(name: string): Setting | null {
  const section = t`Expiry`
  switch (name) {
    case 'on':
      return { section, label: t`Delete files nobody has read or written lately` }
    case 'days':
      return { section, label: t`Not touched for` }
    case 'paths':
      return { section, label: t`Only in`, none: t`every folder` }
    case 'announceDays':
      return { section, label: t`Warn me this many days ahead`, unit: 'days' }
    case 'maxShare':
      return { section, label: t`Ask before deleting more than this share of files`, unit: 'percent' }
    default:
      return null
  }
}
