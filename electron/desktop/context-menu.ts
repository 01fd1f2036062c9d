import { clipboard, type ContextMenuParams, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron'
import { say } from '../../shared/messages/say.ts'
import { words } from './language.ts'

const LINE: MenuItemConstructorOptions = { type: 'separator' }
const MAX_WORD = 30

/** What the right mouse button offers in the page: Electron has no menu of its own. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, params) => {
    const groups = [spelling(contents, params), lookUp(contents, params), link(params), text(params)]
    const template = groups.filter((group) => group.length > 0).flatMap((group) => [LINE, ...group])
    if (template.length > 0) Menu.buildFromTemplate(template.slice(1)).popup()
  })
}

function spelling(
  contents: WebContents,
  { misspelledWord, dictionarySuggestions, isEditable }: ContextMenuParams,
): readonly MenuItemConstructorOptions[] {
  if (misspelledWord === '' || !isEditable) return []
  return [
    ...dictionarySuggestions.map((word) => ({ label: word, click: () => contents.replaceMisspelling(word) })),
    {
      label: words(say('menu-learn-spelling')),
      click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ]
}

function lookUp(contents: WebContents, { selectionText }: ContextMenuParams): readonly MenuItemConstructorOptions[] {
  const word = selectionText.trim()
  if (process.platform !== 'darwin' || word === '') return []
  const shown = word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word
  return [{ label: words(say('menu-look-up', { words: shown })), click: () => contents.showDefinitionForSelection() }]
}

function link({ linkURL }: ContextMenuParams): readonly MenuItemConstructorOptions[] {
  return /^https?:/.test(linkURL)
    ? [{ label: words(say('menu-copy-link')), click: () => void clipboard.writeText(linkURL) }]
    : []
}

function text({ isEditable, editFlags, selectionText }: ContextMenuParams): readonly MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy', label: words(say('menu-copy')) }]
  return [
    { role: 'cut', label: words(say('menu-cut')), enabled: editFlags.canCut },
    { role: 'copy', label: words(say('menu-copy')), enabled: editFlags.canCopy },
    { role: 'paste', label: words(say('menu-paste')), enabled: editFlags.canPaste },
    LINE,
    { role: 'selectAll', label: words(say('menu-select-all')), enabled: editFlags.canSelectAll },
  ]
}
