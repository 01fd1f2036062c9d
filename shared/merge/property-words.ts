import { merge, mergedText, type Versions } from './merge.ts'

// A property that is a sentence, or several: merged by its words, if it still is what it was before.

const MIN_WORDS = 5

/** Null where the value is of few words, and is one thing, or where only a person can decide. */
export function mergeSentence(versions: Versions): string | null {
  const all = [versions.base, versions.ours, versions.theirs]
  const [kind, ...kinds] = all.map(kindOf)
  if (kind == null || kinds.some((each) => each !== kind)) return null
  if (!all.every((text) => text.trim().split(/\s+/).length > MIN_WORDS)) return null
  const merged = mergedText(merge(versions))
  return merged !== null && kindOf(merged) === kind ? merged : null
}

/** How a value is written; null for what is no sentence, or may not be what it seems. */
function kindOf(field: string): string | null {
  const [, value = '', rest = ''] = /^[^\n]*?:[ \t]+([^\n]*)\n?([^]*)$/.exec(field) ?? []
  const text = value.trim()
  const isIndented = /^(?:(?:[ \t][^\n]*|\r?)(?:\n|$))*$/.test(rest)
  if (text === '' || !isIndented) return null
  if (/^[|>]/.test(text)) {
    const indent = /^[ \t]+(?=\S)/m.exec(rest)?.[0] ?? ''
    const isWhole = indent !== '' && rest.split('\n').every((line) => line.trim() === '' || line.startsWith(indent))
    return isWhole ? text + indent : null
  }
  const whole = `${text} ${rest.trim()}`.trim()
  if (text.startsWith('"')) return /^"(?:[^"\\]|\\[^])*"$/.test(whole) ? 'double' : null
  if (text.startsWith("'")) return /^'(?:[^']|'')*'$/.test(whole) ? 'single' : null
  return /^[[\]{}#&*!%@`,]/.test(text) || /:(?:\s|$)|\s#/.test(whole) ? null : 'plain'
}
