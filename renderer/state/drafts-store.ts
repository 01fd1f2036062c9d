import { create } from 'zustand'

/** What the user changed in a file but did not save: the version it began from, and the text. */
export interface Draft {
  /** `null`: the file was not there. */
  readonly before: string | null
  readonly base: string
  readonly text: string
}

type Drafts = Readonly<Record<string, Draft>>

const KEY = 'variorum.drafts'

function remembered(key = KEY): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter(isDraftEntry))
      : {}
  } catch {
    return {}
  }
}

function isDraftEntry(entry: [string, unknown]): entry is [string, Draft] {
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

/** Unsaved texts by path. They outlive views and a reload of the page, never the window. */
export const useDrafts = create<{ readonly drafts: Drafts }>(() => ({ drafts: remembered() }))

useDrafts.subscribe(({ drafts }) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // Too large to keep through a reload; the window still has it.
  }
})

/** Drafts are of one store; those of another one wait until it is open again. */
export function draftsOf(store: string): void {
  try {
    const last = sessionStorage.getItem(`${KEY}.store`)
    sessionStorage.setItem(`${KEY}.store`, store)
    if (last === null || last === store) return
    sessionStorage.setItem(`${KEY}.${last}`, JSON.stringify(useDrafts.getState().drafts))
    useDrafts.setState({ drafts: remembered(`${KEY}.${store}`) })
  } catch {
    // A window that may keep nothing, or a text too large to keep: the drafts stay where they are.
  }
}

export function putDraft(path: string, draft: Draft): void {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [path]: draft } }))
}

export function dropDraft(path: string): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== path)),
  }))
}

export const isDirty = (draft: Draft): boolean => draft.text !== draft.base

export function unsavedPaths(drafts: Drafts): readonly string[] {
  return Object.entries(drafts)
    .filter(([, draft]) => isDirty(draft))
    .map(([path]) => path)
}
