import { t } from '@lingui/core/macro'
import { type DragEvent, type ClipboardEvent, useState } from 'react'
import { type QuotedFile, takeApart, withFiles } from '../../shared/quoted-files.ts'
import { size } from '../format/sizes.ts'
import { draggedIn } from '../memory-parts/tree-drag.ts'
import { presentKey, setUnsent, useChat } from '../state/chat-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'

/** A message has at most a million characters. */
const MAX_FILE_BYTES = 200_000
const MAX_MESSAGE_CHARACTERS = 1_000_000

/** What is typed in a message, and the files that go with it; both are kept as the one text that is sent. */
export function useAttaching(key: string) {
  const text = useChat((state) => state.unsent.get(key) ?? '')
  const { typed, files } = takeApart(text)
  const [isOver, setOver] = useState(false)
  const add = (found: readonly File[]): void => void attach(key, found)
  return {
    text,
    typed,
    files,
    isOver,
    type: (typed: string) => setUnsent(key, withFiles(typed, files)),
    add,
    remove: (at: number) => setUnsent(key, withFiles(typed, files.toSpliced(at, 1))),
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

/** Puts files into what is typed; one that cannot be sent is named in the status bar, with the reason. */
async function attach(key: string, found: readonly File[]): Promise<void> {
  for (const file of found) {
    const quoted = await quotedFile(file)
    // Meanwhile the user may have typed on.
    const now = presentKey(key)
    const { typed, files } = takeApart(useChat.getState().unsent.get(now) ?? '')
    const message = typeof quoted === 'string' ? '' : withFiles(typed, [...files, quoted])
    const { name } = file
    if (typeof quoted === 'string') useStatusBar.getState().warn(quoted)
    else if (message.length > MAX_MESSAGE_CHARACTERS)
      useStatusBar.getState().warn(t`${name} was not attached: the message would be too long.`)
    else setUnsent(now, message)
  }
}

/** @returns a sentence where it cannot be attached */
async function quotedFile(file: File): Promise<QuotedFile | string> {
  const { name } = file
  const limit = size(MAX_FILE_BYTES)
  if (file.type.startsWith('image/')) return t`${name} was not attached: pictures can’t be sent yet.`
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
