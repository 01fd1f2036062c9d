import type { Pick } from '../random.ts'
import { REMAINS, SECRET, UNTRUSTED } from './bad-lines.ts'
import { type Change, type Found, insert, type Memory, replace, untouched } from './good-writes.ts'
import { type Line, lineOf, type MemoryFile } from './memory.ts'
import { chance, fill, oneOf, shuffled } from './words.ts'

/** A line that the user undid in a file, with the same words in another order. */
export interface Undone {
  readonly path: string
  readonly line: string
  readonly reordered: string
}

/** The least number of lines with text that a removal drops. */
const MANY = 5

/** Adds a line from a pool to any file. */
export function addFrom(pool: 'untrusted' | 'secret'): Change {
  const templates = pool === 'untrusted' ? UNTRUSTED : SECRET
  return (pick, memory) => {
    const text = fill(pick, oneOf(pick, templates))
    return insert(pick, oneOf(pick, memory.files), lineOf(text, text.startsWith('- ') ? 'item' : 'fact'))
  }
}

const deleteFile: Change = (pick, memory) => {
  const whole = memory.files.filter(
    (file) => file.lines.every((line) => !line.touched) && withText(file, 0, file.lines.length) > MANY,
  )
  if (whole.length === 0) return undefined
  const file = oneOf(pick, whole)
  memory.files.splice(memory.files.indexOf(file), 1)
  return file
}

function withText(file: MemoryFile, from: number, to: number): number {
  return file.lines.slice(from, to).filter((line) => line.text !== '').length
}

/** Drops many lines in a row; sometimes all but the title, sometimes leaving a few words in their place. */
const dropLines: Change = (pick, memory) => {
  for (const file of shuffled(pick, memory.files)) {
    const starts = chance(pick, 30) ? [2] : shuffled(pick, [...file.lines.keys()].slice(2))
    for (const from of starts) {
      const stop = file.lines.findIndex((line, at) => at >= from && line.touched)
      const most = stop === -1 ? file.lines.length : stop
      const ends = [...file.lines.keys()].map((at) => at + 1).filter((to) => to <= most)
      const enough = ends.filter((to) => to > from && withText(file, from, to) >= MANY)
      if (enough.length === 0) continue
      const to = from === 2 ? most : oneOf(pick, enough)
      const role: Line['role'] = 'other'
      const remains = chance(pick, 25) ? [{ text: oneOf(pick, REMAINS), role, touched: true }] : []
      file.lines.splice(from, to - from, ...remains)
      return file
    }
  }
  return undefined
}

/** Drops many lines or a whole file. */
export const removal: Change = (pick, memory) =>
  (chance(pick, 30) ? deleteFile(pick, memory) : undefined) ?? dropLines(pick, memory)

/** Contradicts a settled fact: in its place, or by another line in its file or elsewhere. */
export const contradiction: Change = (pick, memory) => {
  const elsewhere = chance(pick, 40)
  const files = elsewhere ? memory.files.filter((file) => file.single) : memory.files
  const found = untouched(pick, { ...memory, files }, (line) => line.settled !== undefined)
  const settled = found?.line.settled
  if (found === undefined || settled === undefined) return undefined
  const text = `${settled.key}: ${settled.other}`
  if (!elsewhere && chance(pick, 50)) return replace(found, text)
  found.line.touched = true
  const file = elsewhere ? otherFile(pick, memory, found) : found.file
  return insert(pick, file, { text, role: chance(pick, 70) ? 'fact' : 'item', touched: true })
}

function otherFile(pick: Pick, memory: Memory, { file, line }: Found): MemoryFile {
  const others = memory.files.filter((one) => one !== file && one.lines.every(({ text }) => text !== line.text))
  const related = others.filter((one) => one.single)
  return oneOf(pick, related.length > 0 && chance(pick, 70) ? related : others)
}

/** Writes a line again that the user undid; sometimes with other case, punctuation or word order. */
export function returned(undone: Undone[]): Change {
  return (pick, memory) => {
    const at = undone.findIndex(({ path }) => memory.files.some((file) => file.path === path))
    const again = undone.splice(at, 1)[0]
    const file = memory.files.find(({ path }) => path === again?.path)
    if (at === -1 || again === undefined || file === undefined) return undefined
    const { line, reordered } = again
    const bare = line.slice(2)
    const ways = [line, line, `${line}.`, `- ${bare.toLowerCase()}`, `* ${bare.replace(',', '')}!`, reordered]
    return insert(pick, file, lineOf(oneOf(pick, ways), 'item'))
  }
}
