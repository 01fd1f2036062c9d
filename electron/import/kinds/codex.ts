import { INDEX_PATH } from '../../../shared/layout.ts'
import { say } from '../../../shared/messages/say.ts'
import { baseOf, folderOf, NoteTexts } from '../note-texts.ts'
import { propertiesOf, timeIn } from '../properties.ts'
import type { Kind, Source, SourceFile } from '../source.ts'

const PROGRAM = 'Codex'
const SUMMARY = 'memory_summary.md'
const RAW = 'raw_memories.md'
const ROLLOUTS = 'rollout_summaries/'
/** What Codex itself keeps there: how it is to write, and its own history. */
const OWN = /^(?:extensions\/|\.)|(?:^|\/)\.git\//

/** The memory that Codex makes of its sessions. */
export const CODEX: Kind = {
  id: 'codex',
  recognises: async (source) => isOfCodex(source),
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const folder = memoryIn(source) ?? ''
    const others: SourceFile[] = []
    const hasIndex = source.files.some(({ name }) => name === folder + INDEX_PATH)
    for (const file of source.files) {
      const path = file.name.slice(folder.length)
      if (!file.name.startsWith(folder) || OWN.test(path)) others.push(file)
      else if (path === RAW && hasIndex) texts.leaveOut(file.name, say('notes-raw', { file: INDEX_PATH }))
      else {
        const text = await texts.text(file)
        if (text !== null) texts.addText(file, path, path === SUMMARY ? withoutVersion(text) : text, timeOf(text, file))
      }
    }
    texts.leaveOutFiles(others, (values) => say('notes-no-memory', { ...values, program: PROGRAM }))
    return texts.found('codex')
  },
}

export const isOfCodex = (source: Source): boolean => memoryIn(source) !== null

/** The folder of the source that is the memory, with its "/"; '' for the source itself. */
function memoryIn({ files }: Source): string | null {
  const sign = files.find(({ name }) => [SUMMARY, RAW].includes(baseOf(name)))
  if (sign !== undefined) return folderOf(sign.name)
  const [, folder] = files.map(({ name }) => /^(.*\/|)rollout_summaries\/[^/]+\.md$/.exec(name)).find(Boolean) ?? []
  return folder ?? null
}

/** Its first line says which layout the file has. */
const withoutVersion = (text: string): string => text.replace(/^v\d+[ \t]*\r?\n\s*/, '')

/** A summary of a session begins with lines that say when it was. */
function timeOf(text: string, { name, time }: SourceFile): string | null {
  if (!name.includes(ROLLOUTS)) return time
  const head = text.startsWith('---') ? text : `---\n${text.split(/\r?\n\s*\r?\n/, 1)[0] ?? ''}\n---\n`
  return timeIn(propertiesOf(head), 'updated_at', 'created_at') ?? time
}
