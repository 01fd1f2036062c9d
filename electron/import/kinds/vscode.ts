import { z } from 'zod'
import { INDEX_PATH } from '../../../shared/layout.ts'
import { say } from '../../../shared/messages/say.ts'
import { isNote } from '../../../shared/note-files.ts'
import { baseOf, NoteTexts } from '../note-texts.ts'
import type { Kind, Source, SourceFile } from '../source.ts'

const PROGRAM = 'VS Code'
/** Where it keeps the memory, whichever of these folders is the source. */
const FOLDER = /^(?:(?:(?:.*\/)?github\.copilot-chat\/)?memory-tool\/)?memories\//
/** Of a workspace, and of one conversation. */
const PARTS = /^(?:repo|session)\//

/** The memory of VS Code's chat: notes, and facts about a project in JSON. */
export const VSCODE: Kind = {
  id: 'vscode',
  async recognises(source) {
    if (source.files.some(({ name }) => /(?:^|\/)memory-tool\/memories\//.test(name))) return true
    if (source.files.some(({ name }) => baseOf(name) === INDEX_PATH)) return false
    const isNamed = source.name === 'memories' || source.files.every(({ name }) => name.startsWith('memories/'))
    return isNamed && source.files.length > 0 && source.files.every((file) => isOfMemory(pathIn(source, file) ?? ''))
  },
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const others: SourceFile[] = []
    for (const file of source.files) {
      const path = pathIn(source, file)
      if (path === null) others.push(file)
      else {
        const text = await texts.text(file)
        const facts = text === null ? null : factsIn(text)
        if (text !== null) texts.addText(file, facts === null ? path : path.replace(/\.jsonl?$/, '.md'), facts ?? text)
      }
    }
    texts.leaveOutFiles(others, (values) => say('notes-no-memory', { ...values, program: PROGRAM }))
    return texts.found('vscode')
  },
}

const isOfMemory = (path: string): boolean => isNote(path) || PARTS.test(path) || /\.jsonl?$/.test(path)

/** Its path in the memory; null for what is beside it. */
function pathIn(source: Source, { name }: SourceFile): string | null {
  const [, path] = /(?:^|\/)memory-tool\/memories\/(.*)$/.exec(name) ?? []
  if (path !== undefined) return path
  if (source.files.some((file) => file.name.includes('memory-tool/memories/'))) return null
  return name.replace(FOLDER, '')
}

const Fact = z.looseObject({
  subject: z.string().catch(''),
  fact: z.string().min(1),
  citations: z.union([z.string(), z.array(z.string()).transform((all) => all.join(', '))]).catch(''),
  reason: z.string().catch(''),
})

/** The facts of a file of which each is JSON, as a list; null for any other text. */
function factsIn(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null
  const facts: string[] = []
  for (const value of valuesIn(text)) {
    const known = Fact.safeParse(value)
    if (!known.success) return null
    const { subject, fact, citations, reason } = known.data
    facts.push(
      `- ${subject === '' ? '' : `${subject}: `}${fact}`,
      ...(citations === '' ? [] : [`  - Source: ${citations}`]),
      ...(reason === '' ? [] : [`  - Why: ${reason}`]),
    )
  }
  return facts.length === 0 ? null : `${facts.join('\n')}\n`
}

/** One value, a list, or one a line. */
function valuesIn(text: string): readonly unknown[] {
  const whole = parsed(text)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parsed(line)]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
