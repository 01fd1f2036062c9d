import { plural, t } from '@lingui/core/macro'
import type { RestorePoint } from '../../shared/memory.ts'

/** What a command says it does, in git's history, and how an automatic point made before it is called on screen. */
const COMMANDS: readonly (readonly [command: RegExp, label: (what: string) => string])[] = [
  [/^restore everything /, () => t`Before restoring the store`],
  [/^restore (.+) to [0-9a-f]{7}$/, (path) => t`Before restoring ${path}`],
  [/^undo adopt (\d+) files$/, (count) => t`Before undoing another program’s edits to ${files(count)}`],
  [/^redo adopt (\d+) files$/, (count) => t`Before redoing another program’s edits to ${files(count)}`],
  [/^undo (.+)$/, (what) => t`Before undoing “${what}”`],
  [/^redo (.+)$/, (what) => t`Before redoing “${what}”`],
  [/^delete (\d+) files$/, (count) => t`Before deleting ${files(count)}`],
  [/^delete (.+)$/, (path) => t`Before deleting ${path}`],
  [/^rename (\d+) items$/, (count) => t`Before moving ${items(count)}`],
  [/^rename (.+?) -> /, (path) => t`Before renaming ${path}`],
  [/^(?:import|create) (\d+) files$/, (count) => t`Before adding ${files(count)}`],
  [/^redact (\d+) files$/, (count) => t`Before redacting ${files(count)}`],
]

const files = (count: string): string => plural(Number(count), { one: '# file', other: '# files' })
const items = (count: string): string => plural(Number(count), { one: '# item', other: '# items' })

/** A point that keeps commands which git left out of the branch. */
const KEPT = /^kept(?: [0-9a-f]{7})?, since git moved the branch, [\d:.TZ-]+$/

/** The name of a restore point; of one that the store made, why it did, without the time. */
export function pointLabel({ name, automatic, madeAt }: RestorePoint): string {
  if (KEPT.test(name)) return t`Kept when git moved the branch`
  if (!automatic) return name
  const command = name
    .replace(`, ${madeAt}`, '')
    .replace(/, \d{4}-\d\d-\d\dT[\d:.]+Z$/, '')
    .replace(/^before /, '')
  for (const [pattern, label] of COMMANDS) {
    const found = pattern.exec(command)
    if (found !== null) return label(found[1] ?? '')
  }
  return t`Before “${command}”`
}
