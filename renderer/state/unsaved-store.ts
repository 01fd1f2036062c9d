import { create } from 'zustand'

/** Unsaved changes to a file: the version they are based on, and the text. */
export interface UnsavedFile {
  /** Blob id of that version; `null` if the file did not exist. */
  readonly before: string | null
  readonly base: string
  readonly text: string
}

type UnsavedFiles = ReadonlyMap<string, UnsavedFile>

const UNSAVED_KEY = 'variorum.unsaved'

function readStored(key = UNSAVED_KEY): UnsavedFiles {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null
      ? new Map(Object.entries(stored).filter(isUnsavedEntry))
      : new Map()
  } catch {
    return new Map()
  }
}

function isUnsavedEntry(entry: [string, unknown]): entry is [string, UnsavedFile] {
  const [, unsaved] = entry
  return (
    typeof unsaved === 'object' &&
    unsaved !== null &&
    'text' in unsaved &&
    typeof unsaved.text === 'string' &&
    'base' in unsaved &&
    'before' in unsaved
  )
}

const stored = (files: UnsavedFiles): string => JSON.stringify(Object.fromEntries(files))

/** Unsaved texts by path. They survive changes of view and a reload of the page, but not the window, which asks first. */
export const useUnsaved = create<{ readonly files: UnsavedFiles }>(() => ({ files: readStored() }))

useUnsaved.subscribe(({ files }) => {
  try {
    sessionStorage.setItem(UNSAVED_KEY, stored(files))
  } catch {
    // Too large to keep through a reload; the window still has it.
  }
})

/** Puts away the unsaved texts of the previous store and brings back those of this one. */
export function switchUnsavedTo(store: string): void {
  try {
    const last = sessionStorage.getItem(`${UNSAVED_KEY}.store`)
    sessionStorage.setItem(`${UNSAVED_KEY}.store`, store)
    if (last === null || last === store) return
    sessionStorage.setItem(`${UNSAVED_KEY}.${last}`, stored(useUnsaved.getState().files))
    useUnsaved.setState({ files: readStored(`${UNSAVED_KEY}.${store}`) })
    sessionStorage.removeItem(`${UNSAVED_KEY}.${store}`)
  } catch {
    // No storage, or a text too large for it: the unsaved texts stay where they are.
  }
}

const writers = new Set<() => void>()

/** For an editor that copies its text here at pauses: it does so now. @returns ends that */
export function beforeUnsavedIsRead(write: () => void): () => void {
  writers.add(write)
  // Added once, however often.
  window.addEventListener('pagehide', flushUnsaved)
  document.addEventListener('visibilitychange', flushUnsaved)
  return () => writers.delete(write)
}

/** Copies what was typed last to the unsaved texts. Call it before a unsaved is saved, merged or judged. */
export function flushUnsaved(): void {
  for (const write of writers) write()
}

export function putUnsaved(path: string, unsaved: UnsavedFile): void {
  useUnsaved.setState(({ files }) => ({ files: new Map(files).set(path, unsaved) }))
}

export function dropUnsaved(path: string): void {
  useUnsaved.setState(({ files }) => ({
    files: new Map([...files].filter(([other]) => other !== path)),
  }))
}

/** UnsavedFiles go with their files when those are moved. */
export function moveUnsaved(pathAfter: (path: string) => string): void {
  useUnsaved.setState(({ files }) => ({
    files: new Map([...files].map(([path, unsaved]) => [pathAfter(path), unsaved])),
  }))
}

export const isDirty = (unsaved: UnsavedFile): boolean => unsaved.text !== unsaved.base

function putAway(): readonly UnsavedFiles[] {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(`${UNSAVED_KEY}.`))
    return keys.map((key) => readStored(key))
  } catch {
    return [] // No storage.
  }
}

/** Also of the other stores. */
export function hasUnsavedFiles(): boolean {
  return [useUnsaved.getState().files, ...putAway()].some((files) => unsavedPaths(files).length > 0)
}

export function unsavedPaths(files: UnsavedFiles): readonly string[] {
  return [...files].flatMap(([path, unsaved]) => (isDirty(unsaved) ? [path] : []))
}
