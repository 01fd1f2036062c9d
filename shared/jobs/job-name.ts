import { JobName } from './names.ts'

const MAX_WORDS = 5
const MAX_CHARS = 40
/** Words that say nothing about a goal. */
const EMPTY_WORDS = new Set('a an the of to for in on and with my our me i please'.split(' '))
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
const FALLBACK = 'job'

/** A name for a job, of the first words of its goal. It never clashes with one that is taken. */
export function jobNameFrom(goal: string, taken: Iterable<string>): JobName {
  const isTaken = new Set([...taken].map(folded))
  const stem = stemOf(goal)
  let name = stem
  for (let number = 2; isTaken.has(name); number++) name = `${stem}-${number}`
  return name
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFC')

function stemOf(goal: string): JobName {
  const words = folded(goal).match(/[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]*/gu) ?? []
  const telling = words.filter((word) => !EMPTY_WORDS.has(word))
  const slug = [...(telling.length === 0 ? words : telling).slice(0, MAX_WORDS).join('-')].slice(0, MAX_CHARS).join('')
  const name = JobName.safeParse(slug.replace(/-+$/, ''))
  return name.success && !WINDOWS_DEVICE.test(name.data) ? name.data : FALLBACK
}
