import {
  type LeftOut,
  MAX_BROUGHT_CHARACTERS,
  MAX_BROUGHT_FILES,
  pathInMemory,
  type TextFile,
} from '../../shared/bring-in.ts'
import { api, sentence } from '../state/api.ts'

export interface Chosen {
  readonly files: readonly TextFile[]
  readonly leftOut: readonly { readonly path: string; readonly why: LeftOut }[]
}

export const NOTHING_CHOSEN: Chosen = { files: [], leftOut: [] }

/** Reads what the user chose, as far as it is text. Folders keep the paths below the one that was chosen. */
export async function readChosen(list: Iterable<File>): Promise<Chosen> {
  const files: TextFile[] = []
  const leftOut: Chosen['leftOut'][number][] = []
  let characters = 0
  for (const file of list) {
    const name = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath.replace(/^[^/]*\//, '')
    const path = pathInMemory(name)
    const isTooMuch = files.length >= MAX_BROUGHT_FILES || characters + file.size > MAX_BROUGHT_CHARACTERS
    const text = path === null || isTooMuch ? null : await textOf(file)
    if (path === null) leftOut.push({ path: name, why: 'hidden' })
    else if (isTooMuch) leftOut.push({ path, why: 'too-much' })
    else if (text === null) leftOut.push({ path, why: 'not-text' })
    else {
      characters += text.length
      files.push({ path, text })
    }
  }
  return { files, leftOut }
}

async function textOf(file: File): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? null : text
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null
    throw error
  }
}

/** Copies the files into the memory. @returns why nothing was, or `null` */
export async function bringIn(files: readonly TextFile[]): Promise<string | null> {
  if (files.length === 0) return null
  try {
    const { outcome } = await api.memory.bringIn.mutate({ files })
    return outcome === null || outcome.kind === 'committed' ? null : outcome.reason
  } catch (error) {
    return sentence(error)
  }
}
