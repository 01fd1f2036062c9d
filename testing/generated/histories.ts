import { type Pick, random } from '../random.ts'
import {
  addAtEnd,
  addInMiddle,
  addSection,
  appendLines,
  changeValue,
  changeWord,
  deleteLines,
  type Draft,
  type Edit,
  editNeighbour,
  move,
  reorder,
  reword,
  rewriteSection,
  tick,
} from './edits.ts'
import { newLines, newTags, type Tags } from './notes.ts'
import { chance, list, oneOf } from './words.ts'

/** One write by the agent or the user. */
export interface GeneratedWrite {
  readonly by: 'agent' | 'user'
  readonly kind: 'write' | 'rename' | 'delete'
  readonly path: string
  /** The new path, for a rename. */
  readonly to?: string
  /** The whole new text, for a write. */
  readonly text?: string
}

/**
 * Files as people and agents keep them, change by change. Every line with text and every changed word has a tag of its
 * own (`t1234`), but for rules, the lines between the head and the rows of a table, and boxes that were ticked.
 */
export interface GeneratedHistory {
  readonly writes: readonly GeneratedWrite[]
  /** The index of the write to undo. */
  readonly undo: number
}

interface File extends Draft {
  path: string
  lineBreak: '\n' | '\r\n'
  lastBreak: boolean
  /** Deleted; it may be made again. */
  gone: boolean
}

/** How often an edit is made, in parts. */
const EDITS: readonly (readonly [parts: number, edit: Edit])[] = [
  [16, addAtEnd],
  [10, addInMiddle],
  [7, appendLines],
  [4, addSection],
  [12, reword],
  [16, changeWord],
  [10, changeValue],
  [7, tick],
  [9, deleteLines],
  [5, move],
  [3, reorder],
  [4, rewriteSection],
  [10, editNeighbour],
]

const MAX_BYTES = 8000
const NAMES = list('notes, garden, café, people/anna, projects/shed, trip-2025, 買い物, log, home/rent, recipes, to do')

function textOf(file: File): string {
  return file.lines.join(file.lineBreak) + (file.lastBreak ? file.lineBreak : '')
}

function newFile(pick: Pick, tags: Tags, path: string): File {
  const lines = newLines(pick, tags)
  const lineBreak = chance(pick, 12) ? '\r\n' : '\n'
  return { path, lines, near: pick(lines.length), lineBreak, lastBreak: chance(pick, 80), gone: false }
}

function randomEdit(pick: Pick): Edit {
  let left = pick(EDITS.reduce((sum, [parts]) => sum + parts, 0))
  return EDITS.find(([parts]) => (left -= parts) < 0)?.[1] ?? addAtEnd
}

/** Edits a file in one to three places, until its text is another one; `often` is the edit that this history prefers. */
function edit(pick: Pick, tags: Tags, file: File, often: Edit | undefined): string {
  const before = textOf(file)
  const lines = [...file.lines]
  for (;;) {
    const times = chance(pick, 72) ? 1 : 2 + pick(2)
    for (let at = 0; at < times; at++) {
      const chosen = often !== undefined && chance(pick, 60) ? often : randomEdit(pick)
      chosen(pick, tags, file)
    }
    if (chance(pick, 3)) file.lastBreak = !file.lastBreak
    if (chance(pick, 1)) file.lineBreak = file.lineBreak === '\n' ? '\r\n' : '\n'
    const text = textOf(file)
    if (text !== before && file.lines.length > 0 && Buffer.byteLength(text) < MAX_BYTES) return text
    file.lines = [...lines]
  }
}

/** Where a file is moved to: a folder of its own, or another name beside. */
function newPath(pick: Pick, path: string, count: number): string {
  const [folder = '', ...rest] = path.split('/')
  const name = rest.at(-1) ?? 'notes.md'
  return oneOf(pick, [`${folder}/archive ${count}/${name}`, path.replace(/(-\d+)?\.md$/, `-${count}.md`)])
}

/** Makes a deleted file again: as it was, with some of its lines, or from nothing. */
function makeAgain(pick: Pick, tags: Tags, file: File): string {
  const way = pick(3)
  if (way === 1) {
    file.lines = file.lines.filter((line) => line === '' || chance(pick, 60))
    addAtEnd(pick, tags, file)
  }
  if (way === 2) file.lines = newLines(pick, tags)
  file.gone = false
  return textOf(file)
}

/** One more write to a file. */
function nextWrite(pick: Pick, tags: Tags, file: File, often: Edit | undefined): GeneratedWrite {
  const by = chance(pick, 65) ? 'agent' : 'user'
  if (file.gone) return { by, kind: 'write', path: file.path, text: makeAgain(pick, tags, file) }
  const sort = pick(100)
  if (sort < 6) {
    const path = file.path
    file.path = newPath(pick, path, Number(tags.next().slice(1)))
    return { by, kind: 'rename', path, to: file.path }
  }
  if (sort < 10) {
    file.gone = true
    return { by, kind: 'delete', path: file.path }
  }
  return { by, kind: 'write', path: file.path, text: edit(pick, tags, file, often) }
}

/** A write that later ones follow, if there is one; seldom the one that began a file. */
function chooseUndo(pick: Pick, count: number, begun: number): number {
  if (chance(pick, 8)) return pick(count)
  return chance(pick, 12) ? count - 1 : begun + pick(Math.max(count - begun - 1, 1))
}

/** A history of 3 to 12 writes, the same for the same seed; all its paths begin with the name. */
export function generateHistory(seed: number, name: string): GeneratedHistory {
  const pick = random(seed)
  const tags = newTags()
  const open = [...NAMES]
  const files = Array.from({ length: oneOf(pick, [1, 1, 1, 1, 2, 2, 3]) }, () => {
    const [path = 'notes'] = open.splice(pick(open.length), 1)
    return newFile(pick, tags, `${name}/${path}.md`)
  })
  const writes: GeneratedWrite[] = files.map((file) => {
    const by = chance(pick, 50) ? 'agent' : 'user'
    return { by, kind: 'write', path: file.path, text: textOf(file) }
  })
  const often = chance(pick, 50) ? oneOf(pick, [changeWord, editNeighbour, addAtEnd]) : undefined
  const count = Math.max(files.length + 2, 3 + pick(10))
  while (writes.length < count)
    writes.push(nextWrite(pick, tags, oneOf(pick, [files[0] ?? oneOf(pick, files), ...files]), often))
  return { writes, undo: chooseUndo(pick, count, files.length) }
}
