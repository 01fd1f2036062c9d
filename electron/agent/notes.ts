import { randomBytes } from 'node:crypto'
import type { Line, NoteAbout } from './conversation/lines.ts'
import { promptOf } from './conversation/replay.ts'
import { sentLines } from './conversation/sent-lines.ts'

// What the app tells the model besides the user's words. The system text never changes, so these are said in the newest
// message, each once. Pure.

/** A note that is to be told; `value` is what it says, to notice when that changes. */
export interface Note {
  readonly about: NoteAbout
  readonly text: string
  readonly value: string
}

/** What the model must know before a new turn: the day, that it may write since the user kept the conversation, and instructions that changed. */
export function notesBefore(lines: readonly Line[], now: Date, instructions: string): readonly Note[] {
  const day = dayOf(now)
  const told = instructionsTold(lines)
  return [
    ...(lastTold(lines, 'date') === day ? [] : [{ about: 'date', text: `Today is ${day}.`, value: day } as const]),
    ...(isKept(lines) && lastTold(lines, 'kept') === null ? [KEPT] : []),
    ...(told === null || told === instructions ? [] : [changedTo(instructions)]),
  ]
}

/** Told when the user kept a temporary conversation: its text and its results so far say that nothing can be written. */
const KEPT: Note = {
  about: 'kept',
  text: 'The person has decided to keep this conversation: it is not temporary any more. From now on you can write to the memory.',
  value: '',
}

const isKept = (lines: readonly Line[]): boolean => lines.some(({ type }) => type === 'conversation.kept')

/** Told with a message that the user marked, since its words may not say so. */
export const REMEMBER: Note = {
  about: 'remember',
  text: 'The person asks you to save to the memory what this message tells you.',
  value: '',
}

/** Told when the user skipped the round in which the agent was to write down where it is. */
export const SKIPPED: Note = {
  about: 'skipped',
  text: 'The person skipped saving. Go on with what you were doing.',
  value: '',
}

/** Whether the next request asks the agent to write down where it is, because something is nearly full or used up. */
export function isAskedToSave(lines: readonly Line[], turn: number): boolean {
  const last = lines.findLastIndex((line) => line.type === 'model.told' && SAVING.includes(line.about))
  const asked = lines[last]
  if (asked?.type !== 'model.told' || asked.turn !== turn || asked.about === 'skipped') return false
  return asked.about === 'limit' || !lines.slice(last).some((line) => line.type === 'model.replied')
}

const SAVING: readonly NoteAbout[] = ['saving', 'limit', 'skipped']

function changedTo(instructions: string): Note {
  const text =
    instructions === ''
      ? 'The person has withdrawn their earlier instructions. They no longer apply.'
      : `The person has changed their instructions. These replace the earlier ones:\n${instructions.trim()}`
  return { about: 'instructions', text, value: instructions }
}

/** As the model knows them; null when the conversation has no fixed prompt yet. */
function instructionsTold(lines: readonly Line[]): string | null {
  const prompt = promptOf(lines)
  if (prompt === null) return null
  // What was told under another prompt is in this one.
  const since = lines.slice(lines.findLastIndex((line) => line.type === 'prompt.fixed'))
  return lastTold(since, 'instructions') ?? prompt.instructions
}

/** The value last told of this; null if never, or if it was summarised away since. */
function lastTold(lines: readonly Line[], about: NoteAbout): string | null {
  const sent = sentLines(lines)
  const summed = sent.findLastIndex((line) => line.type === 'context.edited' && line.edit.kind === 'compacted')
  const note = sent.slice(summed + 1).findLast((line) => line.type === 'model.told' && line.about === about)
  return note?.type === 'model.told' ? note.value : null
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** The user's day, as on their calendar. */
function dayOf(time: Date): string {
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
}

/** A tag for the notes of one conversation. No file can imitate a note: it was written before anybody knew the tag. */
export function newNoteTag(): string {
  return `note-${randomBytes(6).toString('hex')}`
}

/** The tag of a conversation's notes. */
export function noteTagOf(lines: readonly Line[]): string {
  return lines.findLast((line) => line.type === 'prompt.fixed')?.prompt.noteTag ?? 'note'
}

/** A note as a block of a message. */
export function asNote(text: string, tag = 'note'): string {
  return `<${tag}>\n${text}\n</${tag}>`
}

const NOTE = /^<(note(?:-[0-9a-f]+)?)>\n([^]*)\n<\/\1>$/

/** Whether a block of a message looks like a note. Nothing depends on who wrote it. */
export function isNote(text: string): boolean {
  return NOTE.test(text)
}

/** What a note says. */
export function noteText(note: string): string {
  return NOTE.exec(note)?.[2] ?? note
}
