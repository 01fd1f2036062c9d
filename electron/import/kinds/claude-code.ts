import { INDEX_PATH, TOPIC_TYPES } from '../../../shared/layout.ts'
import { say } from '../../../shared/messages/say.ts'
import { isMarkdown } from '../../../shared/note-files.ts'
import { baseOf, folderOf, NoteTexts, textOf } from '../note-texts.ts'
import { type Properties, propertiesOf, timeIn } from '../properties.ts'
import type { Kind, Source, SourceFile } from '../source.ts'
import { isOfCodex } from './codex.ts'

const PROGRAM = 'Claude Code'
/** Of a project, in Claude Code's own folder; "" in front of it where that folder is the source. */
const OF_PROJECT = /^(?:.*\/)?projects\/([^/]+)\/memory\/$/
const HIDDEN = /(?:^|\/)\./
/** More notes tell nothing new. */
const LOOKED_AT = 50

/** Memories of Claude Code: an index and notes, of one project or of all. They are kept as they are. */
export const CLAUDE_CODE: Kind = {
  id: 'claude-code',
  async recognises(source) {
    const folders = memoriesIn(source)
    if (folders.some((folder) => OF_PROJECT.test(folder))) return true
    const notes = source.files.filter((file) => isNoteOf(file, folders) && baseOf(file.name) !== INDEX_PATH)
    for (const file of notes.slice(0, LOOKED_AT)) {
      const text = await textOf(file)
      if (typeof text === 'string' && isByClaude(propertiesOf(text))) return true
    }
    return false
  },
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const folders = memoriesIn(source)
    const others: SourceFile[] = []
    for (const file of source.files) {
      const folder = folders.find((each) => file.name.startsWith(each))
      if (folder === undefined || HIDDEN.test(file.name.slice(folder.length))) {
        others.push(file)
        continue
      }
      const text = await texts.text(file)
      if (text === null) continue
      const time = timeIn(propertiesOf(text), 'metadata.modified', 'modified') ?? file.time
      texts.addText(file, projectIn(folder, folders) + file.name.slice(folder.length), text, time)
    }
    texts.leaveOutFiles(others, (values) => say('notes-no-memory', { ...values, program: PROGRAM }))
    return texts.found('claude-code')
  },
}

/** The folders of the source that are a memory, with their "/"; '' for the source itself. Codex has an index of that name, too. */
function memoriesIn(source: Source): readonly string[] {
  const indexed = source.files.filter(({ name }) => baseOf(name) === INDEX_PATH).map(({ name }) => folderOf(name))
  const ofProjects = [...new Set(source.files.map(({ name }) => memoryAround(name)))].filter((each) => each !== null)
  if (ofProjects.length > 0) return ofProjects
  const outermost = indexed.filter((folder) => !indexed.some((other) => other !== folder && folder.startsWith(other)))
  return isOfCodex(source) ? [] : outermost
}

/** The memory of a project that a file is in. */
function memoryAround(name: string): string | null {
  const [, folder] = /^((?:.*\/)?projects\/[^/]+\/memory\/)/.exec(name) ?? []
  return folder ?? null
}

const isNoteOf = ({ name }: SourceFile, folders: readonly string[]): boolean =>
  isMarkdown(name) && folders.some((folder) => name.startsWith(folder))

/** In either shape: the kind of note at the top, as it was, or among the metadata. */
function isByClaude({ values }: Properties): boolean {
  const [type] = values.get('type') ?? values.get('metadata.type') ?? []
  const isTyped = TOPIC_TYPES.some((each) => each === type)
  return (isTyped && values.has('name')) || values.has('metadata.originSessionId') || values.has('originSessionId')
}

/** Of several memories, each has a folder with the project's name, which Claude Code makes of its path. */
function projectIn(folder: string, folders: readonly string[]): string {
  if (folders.length === 1) return ''
  const [, slug = ''] = OF_PROJECT.exec(folder) ?? []
  const name = slug === '' ? folder.replace(/\/$/, '') : slug.replace(/^-+/, '')
  return name === '' ? '' : `${name}/`
}
