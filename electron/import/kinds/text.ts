import { ANSWER_BEGIN } from '../../../shared/ask-assistant.ts'
import type { FoundFile, FoundInSource, LeftOut } from '../../../shared/import.ts'
import { say } from '../../../shared/messages/say.ts'
import { TakenPaths } from '../../../shared/taken-paths.ts'
import { readAnswer, type Topic } from '../answer.ts'
import { NoteTexts, textOf } from '../note-texts.ts'
import type { Kind } from '../source.ts'
import { nameFrom } from '../words.ts'

/** What the user pasted: the answer of another assistant that was asked what it remembers, or a note. */
export type Pasted = 'answer' | 'note'

/** A file with such an answer. */
export const TEXT: Kind = {
  id: 'text',
  async recognises({ files }) {
    const [file, ...more] = files
    const read = file === undefined || more.length > 0 ? null : await textOf(file)
    return typeof read === 'string' && read.includes(ANSWER_BEGIN)
  },
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const [file, ...others] = source.files
    const read = file === undefined ? null : await texts.text(file)
    texts.leaveOutFiles(others, (values) => say('import-no-memory', values))
    const beside = texts.found('text')
    if (read === null) return beside
    const { found, files, leftOut } = fromPasted(read, 'answer', file?.name)
    return { kind: 'text', found: found + beside.found, files, leftOut: [...leftOut, ...beside.leftOut] }
  },
}

/** @param from as the user knows where the text is from */
export function fromPasted(pasted: string, as: Pasted, from = ''): FoundInSource {
  return as === 'note' ? asNote(pasted, from) : asFacts(pasted, from)
}

/** The text as it is, under the name of its first line. */
function asNote(pasted: string, from: string): FoundInSource {
  const first = pasted.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line))
  if (first === undefined) return { kind: 'text', found: 0, files: [], leftOut: [] }
  const path = `${nameFrom(first, 'note')}.md`
  return {
    kind: 'text',
    found: 1,
    files: [{ path, text: `${pasted.trim()}\n`, time: null, from, items: 1 }],
    leftOut: [],
  }
}

/** A file for each topic, and what is not taken over. */
function asFacts(pasted: string, from: string): FoundInSource {
  const { topics, dropped, cutOffAfter } = readAnswer(pasted)
  const taken = new TakenPaths('-')
  const files = topics.map((topic): FoundFile => {
    const path = taken.free(`${nameFrom(topic.heading, 'about-me')}.md`)
    return { path, text: textOfTopic(topic), time: null, from, items: topic.facts.length }
  })
  const leftOut: readonly LeftOut[] = [
    ...dropped.map((what) => ({ what, why: say('notes-around') })),
    ...(cutOffAfter === null ? [] : [{ what: cutOffAfter.trim(), why: say('notes-cut-off') }]),
  ]
  const items = files.reduce((sum, file) => sum + file.items, 0)
  return { kind: 'text', found: items + leftOut.length, files, leftOut }
}

function textOfTopic({ heading, facts }: Topic): string {
  const lines = facts.map((fact) => (fact.startsWith('  ') ? `  - ${fact.trim()}` : `- ${fact}`))
  return [...(heading === '' ? [] : [`# ${heading}`, '']), ...lines, ''].join('\n')
}
