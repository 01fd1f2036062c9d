import { say } from '../../../shared/messages/say.ts'
import { isNamedNoText } from '../../../shared/not-text.ts'
import { isNote } from '../../../shared/note-files.ts'
import { NoteTexts } from '../note-texts.ts'
import type { Kind, SourceFile } from '../source.ts'

/** Text that people keep beside notes, and models can read. */
const OTHER_TEXT = /\.(?:org|rst|adoc|asciidoc|textile|csv|tsv|json|ya?ml)$/i
const HIDDEN = /(?:^|\/)\./

/** Any folder or file of text. It comes after every other kind. */
export const FOLDER: Kind = {
  id: 'folder',
  recognises: async ({ files }) => files.some(({ name }) => isText(name)),
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const hidden: SourceFile[] = []
    for (const file of source.files) {
      if (HIDDEN.test(file.name)) hidden.push(file)
      else if (isText(file.name) || isNamedNoText(file.name)) await texts.keep(file)
      else texts.leaveOut(file.name, say('notes-no-note'))
    }
    texts.leaveOutFiles(hidden, (values) => say('notes-hidden', values))
    return texts.found('folder')
  },
}

const isText = (name: string): boolean => !HIDDEN.test(name) && (isNote(name) || OTHER_TEXT.test(name))
