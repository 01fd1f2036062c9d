import { t } from '@lingui/core/macro'
import { type DragEvent, type ClipboardEvent, useState } from 'react'
import { MAX_PICTURES } from '../../shared/pictures.ts'
import { type QuotedFile, takeApart, withFiles } from '../../shared/quoted-files.ts'
import { size } from '../format/sizes.ts'
import { draggedIn } from '../memory-parts/tree-drag.ts'
import { type Draft, NO_DRAFT, presentKey, setUnsent, unsentOf, useDrafts } from '../state/drafts-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { readPicture } from './read-picture.ts'

/** A message has at most a million characters. */
const MAX_FILE_BYTES = 200_000
const MAX_MESSAGE_CHARACTERS = 1_000_000
/** A camera's. It is made smaller before it is sent. */
const MAX_PICTURE_BYTES = 50_000_000

/** What is typed in a message, and what goes with it: text files are part of the text that is sent, pictures are not. */
export function useAttaching(key: string) {
  const draft = useDrafts((state) => state.unsent.get(key) ?? NO_DRAFT)
  const { text, pictures } = draft
  const { typed, files } = takeApart(text)
  const [isOver, setOver] = useState(false)
  const add = (found: readonly File[]): void => void attach(key, found)
  return {
    draft,
    typed,
    files,
    pictures,
    isOver,
    // Another message is begun: what was set for the words before is not set for it.
    type: (typed: string) =>
      setUnsent(key, { ...draft, text: withFiles(typed, files), ...(typed === '' && { remember: undefined }) }),
    add,
    removeFile: (at: number) => setUnsent(key, { ...draft, text: withFiles(typed, files.toSpliced(at, 1)) }),
    removePicture: (at: number) => setUnsent(key, { ...draft, pictures: pictures.toSpliced(at, 1) }),
    handlers: {
      onPaste(event: ClipboardEvent) {
        const found = [...event.clipboardData.files]
        if (found.length === 0) return
        event.preventDefault()
        add(found)
      },
      onDragOver(event: DragEvent) {
        if (draggedIn(event.dataTransfer) !== 'files') return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        if (draggedIn(event.dataTransfer) !== 'files') return
        event.preventDefault()
        add([...event.dataTransfer.files])
      },
    },
  }
}

export type Attaching = ReturnType<typeof useAttaching>

/** Puts files into what is typed; one that cannot be sent is named in the status bar, with the reason. */
async function attach(key: string, found: readonly File[]): Promise<void> {
  for (const file of found) {
    const adding = file.type.startsWith('image/') ? await addingPicture(file) : await addingFile(file)
    // Meanwhile the user may have typed on.
    const now = presentKey(key)
    const draft = typeof adding === 'string' ? adding : adding(unsentOf(now))
    if (typeof draft === 'string') useStatusBar.getState().warn(draft)
    else setUnsent(now, draft)
  }
}

/** Puts it into a message. @returns a sentence where it cannot be attached */
type Adding = (draft: Draft) => Draft | string

async function addingPicture(file: File): Promise<Adding | string> {
  const { name } = file
  const limit = size(MAX_PICTURE_BYTES)
  if (file.size > MAX_PICTURE_BYTES) return t`${name} was not attached: it’s larger than ${limit}.`
  const picture = await readPicture(file)
  if (picture === null)
    return t`${name} was not attached: this picture can’t be read here. Save it as PNG or JPEG first.`
  return (draft) =>
    draft.pictures.length < MAX_PICTURES
      ? { ...draft, pictures: [...draft.pictures, picture] }
      : t`${name} was not attached: a message takes ${MAX_PICTURES} pictures.`
}

async function addingFile(file: File): Promise<Adding | string> {
  const quoted = await quotedFile(file)
  if (typeof quoted === 'string') return quoted
  return (draft) => {
    const { typed, files } = takeApart(draft.text)
    const text = withFiles(typed, [...files, quoted])
    const { name } = file
    return text.length <= MAX_MESSAGE_CHARACTERS
      ? { ...draft, text }
      : t`${name} was not attached: the message would be too long.`
  }
}

/** @returns a sentence where it cannot be attached */
async function quotedFile(file: File): Promise<QuotedFile | string> {
  const { name } = file
  const limit = size(MAX_FILE_BYTES)
  if (file.size > MAX_FILE_BYTES) return t`${name} was not attached: it’s larger than ${limit}.`
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0')
      ? t`${name} was not attached: it isn’t text.`
      : { name, text: text.replaceAll('\r\n', '\n') }
  } catch {
    return t`${name} was not attached: it isn’t text.`
  }
}
