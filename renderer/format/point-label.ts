import { plural, t } from '@lingui/core/macro'
import type { RestorePoint } from '../../shared/memory.ts'

/** What a command says it does, in git's history, and how an automatic point made before it is called on screen. */
const COMMANDS: readonly (readonly [command: RegExp, label: (what: string) => string])[] = [
  [/^restored everything /, () => t`Before restoring the store`],
  [/^restored (\d+) items to [0-9a-f]{7}$/, (count) => t`Before restoring ${items(count)}`],
  [/^restored (.+) to [0-9a-f]{7}$/, (path) => t`Before restoring ${path}`],
  [/^undid (\d+) changes$/, (count) => t`Before undoing ${changes(count)}`],
  [/^undid “?(.+?)”?$/, (what) => t`Before undoing “${what}”`],
  [/^redid “?(.+?)”?$/, (what) => t`Before redoing “${what}”`],
  [/^deleted (\d+) (?:files|items)$/, (count) => t`Before deleting ${files(count)}`],
  [/^deleted (.+)$/, (path) => t`Before deleting ${path}`],
  [/^renamed (\d+) items$/, (count) => t`Before moving ${items(count)}`],
  [/^renamed (.+?) to /, (path) => t`Before renaming ${path}`],
  [/^(?:imported|created) (\d+) (?:files|items)$/, (count) => t`Before adding ${files(count)}`],
  [/^redacted (\d+) (?:files|items)$/, (count) => t`Before redacting ${files(count)}`],
]

const changes = (count: string): string => plural(Number(count), { one: '# change', other: '# changes' })
const files = (count: string): string => plural(Number(count), { one: '# file', other: '# files' })
const items = (count: string): string => plural(Number(count), { one: '# item', other: '# items' })

/** The history names the first of several; here their number says it: "deleted a.md and 2 others", "deleted 3 items". */
function counted(command: string): string {
  const all = (more: string): number => Number(more) + 1
  return command
    .replace(/^undid “.*” and (\d+) more$/, (_, more: string) => `undid ${all(more)} changes`)
    .replace(
      /^(\w+) .+ and (\d+) others?( to [0-9a-f]{7})?$/,
      (_, verb: string, more: string, to = '') => `${verb} ${all(more)} items${to}`,
    )
}

/** A point that keeps commands which git left out of the branch. */
const KEPT = /^kept(?: [0-9a-f]{7})?, since git moved the branch, [\d:.TZ-]+$/

/** The name of a restore point; of one that the store made, why it did, without the time. */
export function pointLabel({ name, automatic, madeAt }: RestorePoint): string {
  if (KEPT.test(name)) return t`Kept when git moved the branch`
  if (!automatic) return name
  const command = counted(
    name
      .replace(`, ${madeAt}`, '')
      .replace(/, \d{4}-\d\d-\d\dT[\d:.]+Z$/, '')
      .replace(/^before “(.*)”$/s, '$1'),
  )
  for (const [pattern, label] of COMMANDS) {
    const found = pattern.exec(command)
    if (found !== null) return label(found[1] ?? '')
  }
  return t`Before “${command}”`
}
