import { plural, t } from '@lingui/core/macro'
import type { ToolCall } from '../../shared/conversation.ts'
import { pathOf } from './fold-parts.ts'

/** As the memory tool begins its answer to a view of a folder. */
const LISTING = /^Here're the files and directories/

/** What consecutive views looked at, besides the memory as a whole. */
export function lookedWords(calls: readonly ToolCall[]): string {
  const below = calls.filter((call) => pathOf(call) !== '')
  const count = countPaths(below)
  const folders = countPaths(below.filter(({ result }) => LISTING.test(result ?? '')))
  if (count === 0) return t`looked at the memory`
  if (folders === 0) return plural(count, { one: 'looked at # file', other: 'looked at # files' })
  return folders === count
    ? plural(count, { one: 'looked at # folder', other: 'looked at # folders' })
    : plural(count, { other: 'looked at # files and folders' })
}

const countPaths = (calls: readonly ToolCall[]): number => new Set(calls.map(pathOf)).size
