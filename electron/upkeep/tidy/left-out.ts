import { isMap, parseDocument } from 'yaml'
import { JOBS_FOLDER } from '../../../shared/jobs/names.ts'
import { isTidied, type WhyLeftOut } from '../../../shared/tidy.ts'
import { readNote } from '../checks/note.ts'

// What Tidy never changes, whatever the agent did in its copy. Pure.

/**
 * Why a change of a file can't be accepted; `null` if it can. `null` stands for no file. Only notes change; what is data
 * by its text counts as data, whatever its name; and frontmatter that could be read still can.
 */
export function whyLeftOut(path: string, before: string | null, after: string | null): WhyLeftOut | null {
  if (path.toLowerCase().startsWith(`${JOBS_FOLDER}/`)) return 'job'
  if (!isTidied(path) || (before !== null && isData(before))) return 'not-a-note'
  if (after === null) return null
  const was = before === null ? 'none' : frontmatterOf(path, before)
  const is = frontmatterOf(path, after)
  if (was === 'broken' || was === is) return null
  return was === 'none' && is === 'readable' ? null : 'frontmatter'
}

/** JSON, JSON by lines, or frontmatter in TOML, of which nothing here can tell whether it can still be read. */
function isData(text: string): boolean {
  if (/^\+\+\+\r?\n/.test(text)) return true
  if (!/^\s*[[{]/.test(text)) return false
  return isJson(text) || text.split('\n').every((line) => line.trim() === '' || isJson(line))
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Longer frontmatter is not parsed, which takes the square of its keys, and has to stay as it is. */
const MAX_PARSED_CHARACTERS = 8_000

type Frontmatter = 'none' | 'readable' | 'broken' | `as it is: ${string}`

function frontmatterOf(path: string, text: string): Frontmatter {
  const { lines, frontmatterEnd } = readNote(path, text)
  if (frontmatterEnd === 0) return 'none'
  const inside = lines
    .slice(1, frontmatterEnd - 1)
    .map((line) => line.text)
    .join('\n')
  if (inside.length > MAX_PARSED_CHARACTERS) return `as it is: ${inside}`
  const { contents, errors } = parseDocument(inside, { logLevel: 'silent' })
  return errors.length === 0 && isMap(contents) ? 'readable' : 'broken'
}
