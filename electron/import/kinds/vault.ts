import { say } from '../../../shared/messages/say.ts'
import { isMarkdown } from '../../../shared/note-files.ts'
import { NoteTexts, textOf } from '../note-texts.ts'
import { type Properties, propertiesOf, timeIn } from '../properties.ts'
import type { Kind, SourceFile } from '../source.ts'

const OBSIDIAN = /(?:^|\/)\.obsidian\//
const TRASH = /(?:^|\/)\.trash\//
const HIDDEN = /(?:^|\/)\./
const NOT_NOTES = /\.(?:canvas|base|excalidraw|excalidraw\.md)$/i
/** More notes tell nothing new. */
const LOOKED_AT = 50

/** A vault of Obsidian, or notes of basic-memory. Notes are kept as they are, with their properties and links. */
export const VAULT: Kind = {
  id: 'vault',
  async recognises({ files }) {
    if (files.some(({ name }) => OBSIDIAN.test(name) || name.endsWith('.canvas'))) return true
    for (const file of files.filter(({ name }) => isMarkdown(name)).slice(0, LOOKED_AT)) {
      const text = await textOf(file)
      if (typeof text === 'string' && isOfBasicMemory(propertiesOf(text))) return true
    }
    return false
  },
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const apart: Record<'settings' | 'trash' | 'hidden', SourceFile[]> = { settings: [], trash: [], hidden: [] }
    for (const file of source.files) {
      const { name } = file
      if (OBSIDIAN.test(name)) apart.settings.push(file)
      else if (TRASH.test(name)) apart.trash.push(file)
      else if (HIDDEN.test(name)) apart.hidden.push(file)
      else if (NOT_NOTES.test(name)) texts.leaveOut(name, say('notes-canvas'))
      else if (!isMarkdown(name) && !name.endsWith('.txt')) texts.leaveOut(name, say('notes-attachment'))
      else {
        const text = await texts.text(file)
        const properties = text === null ? null : propertiesOf(text)
        if (properties?.values.has('excalidraw-plugin') === true) texts.leaveOut(name, say('notes-canvas'))
        else if (text !== null && properties !== null) texts.addText(file, name, text, timeOf(properties) ?? file.time)
      }
    }
    texts.leaveOutFiles(apart.settings, (values) => say('notes-settings', { ...values, program: 'Obsidian' }))
    texts.leaveOutFiles(apart.trash, (values) => say('notes-trash', values))
    texts.leaveOutFiles(apart.hidden, (values) => say('notes-hidden', values))
    return texts.found('vault')
  },
}

/** It gives each note an address of its own. */
const isOfBasicMemory = ({ values }: Properties): boolean =>
  values.has('permalink') && (values.has('title') || values.has('type'))

const timeOf = (properties: Properties): string | null =>
  timeIn(properties, 'updated', 'modified', 'updated_at', 'last_modified')
