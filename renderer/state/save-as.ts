import { t } from '@lingui/core/macro'
import { api } from './api.ts'
import { useStatusBar } from './status-bar-store.ts'

const MAX_NAME_CHARACTERS = 80

/** A title as the name of a file, on any system. */
export function fileName(title: string, ending: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
    .replace(/[. ]+$/, '')
  return `${name === '' ? 'export' : name}.${ending}`
}

/** Saves a text as a file of the user: on the desktop where its dialog says, in a browser as a download. */
export async function saveAs(title: string, ending: string, text: string): Promise<void> {
  const name = fileName(title, ending)
  const outcome = await api.app.saveAs.mutate({ name, text })
  if (outcome === 'cancelled') return
  if (outcome === 'not-here') download(name, text)
  useStatusBar.getState().say(outcome === 'saved' ? t`Saved a copy: ${name}` : t`Downloaded: ${name}`)
}

/** Long enough for the browser to have read it. */
const KEPT_MS = 60_000

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
