import { create } from 'zustand'

/** Unsaved changes to a file: the version they are based on, and the text. */
export interface FileDraft {
  /** Blob id of that version; `null` if the file did not exist. */
  readonly before: string | null
  readonly base: string
  readonly text: string
}

type Drafts = ReadonlyMap<string, FileDraft>

const DRAFTS_KEY = 'variorum.drafts'

function readStoredDrafts(key = DRAFTS_KEY): Drafts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null
      ? new Map(Object.entries(stored).filter(isDraftEntry))
      : new Map()
  } catch {
    return new Map()
  }
}

function isDraftEntry(entry: [string, unknown]): entry is [string, FileDraft] {
  const [, draft] = entry
  return (
    typeof draft === 'object' &&
    draft !== null &&
    'text' in draft &&
    typeof draft.text === 'string' &&
    'base' in draft &&
    'before' in draft
  )
}

const stored = (drafts: Drafts): string => JSON.stringify(Object.fromEntries(drafts))

/** Unsaved texts by path. They survive changes of view and a reload of the page, but not the window, which asks first. */
export const useDrafts = create<{ readonly drafts: Drafts }>(() => ({ drafts: readStoredDrafts() }))

useDrafts.subscribe(({ drafts }) => {
  try {
    sessionStorage.setItem(DRAFTS_KEY, stored(drafts))
  } catch {
    // Too large to keep through a reload; the window still has it.
  }
})

/** Puts away the drafts of the previous store and brings back those of this one. */
export function switchDraftsTo(store: string): void {
  try {
    const last = sessionStorage.getItem(`${DRAFTS_KEY}.store`)
    sessionStorage.setItem(`${DRAFTS_KEY}.store`, store)
    if (last === null || last === store) return
    sessionStorage.setItem(`${DRAFTS_KEY}.${last}`, stored(useDrafts.getState().drafts))
    useDrafts.setState({ drafts: readStoredDrafts(`${DRAFTS_KEY}.${store}`) })
    sessionStorage.removeItem(`${DRAFTS_KEY}.${store}`)
  } catch {
    // No storage, or a text too large for it: the drafts stay where they are.
  }
}

const writers = new Set<() => void>()

/** For an editor that copies its text to the drafts at pauses: it does so now. @returns ends that */
export function beforeDraftsAreRead(write: () => void): () => void {
  writers.add(write)
  // Added once, however often.
  window.addEventListener('pagehide', flushDrafts)
  document.addEventListener('visibilitychange', flushDrafts)
  return () => writers.delete(write)
}

/** Copies what was typed last to the drafts. Call it before a draft is saved, merged or judged. */
export function flushDrafts(): void {
  for (const write of writers) write()
}

export function putDraft(path: string, draft: FileDraft): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(path, draft) }))
}

export function dropDraft(path: string): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: new Map([...drafts].filter(([other]) => other !== path)),
  }))
}

/** Drafts go with their files when those are moved. */
export function moveDrafts(pathAfter: (path: string) => string): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: new Map([...drafts].map(([path, draft]) => [pathAfter(path), draft])),
  }))
}

export const isDirty = (draft: FileDraft): boolean => draft.text !== draft.base

function draftsPutAway(): readonly Drafts[] {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(`${DRAFTS_KEY}.`))
    return keys.map((key) => readStoredDrafts(key))
  } catch {
    return [] // No storage.
  }
}

/** Also of the other stores. */
export function hasUnsavedFiles(): boolean {
  return [useDrafts.getState().drafts, ...draftsPutAway()].some((drafts) => unsavedPaths(drafts).length > 0)
}

export function unsavedPaths(drafts: Drafts): readonly string[] {
  return [...drafts].flatMap(([path, draft]) => (isDirty(draft) ? [path] : []))
}
