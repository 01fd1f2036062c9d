import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { Change, ObjectId } from './change.ts'

/** Longer than people wait for a copy: then the patch replaces the whole text. */
const SEARCH_MS = 300
const NO_FILE = '/dev/null'

/**
 * A change as a patch that git and `patch` read.
 * @param textOf the text of a version; `null` for what is not text
 * @returns `null` if one of its versions is not text
 */
export async function unifiedDiff(
  { path, from = path, before, after }: Change,
  textOf: (id: ObjectId) => Promise<string | null>,
): Promise<string | null> {
  const [old, now] = await Promise.all([before, after].map((blob) => (blob === null ? '' : textOf(blob.id))))
  if (old == null || now == null) return null
  const names = [before === null ? NO_FILE : `a/${from}`, after === null ? NO_FILE : `b/${path}`] as const
  return patch(names, old, now)
}

function patch([from, to]: readonly [string, string], old: string, now: string): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY }
  return (
    createTwoFilesPatch(from, to, old, now, undefined, undefined, { ...options, timeout: SEARCH_MS }) ??
    // Nothing in common is found at once.
    `${createTwoFilesPatch(from, NO_FILE, old, '', undefined, undefined, options)}${createTwoFilesPatch(NO_FILE, to, '', now, undefined, undefined, options)}`
  )
}
