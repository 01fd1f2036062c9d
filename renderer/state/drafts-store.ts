import { create } from 'zustand'
import { type Budget, NO_BUDGET } from '../../shared/budget.ts'
import type { Turn } from '../../shared/conversation.ts'
import type { Picture } from '../../shared/pictures.ts'
import type { Saving } from '../../shared/saving.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { shownStore, useApp } from './app-store.ts'
import { asksToRemember } from './asks-to-remember.ts'
import { setBudgetOf, setSavingOf, useChat, without } from './chat-store.ts'
import { readSessionTexts, writeSessionTexts } from './session-texts.ts'

// Messages that are not sent yet, and what is settled for conversations that have not begun.

/** What is typed, and the pictures that go with it. */
export interface Draft {
  readonly text: string
  readonly pictures: readonly Picture[]
  /** Whether the user asks to save something, as they set it; left out, as their words say. */
  readonly remember?: boolean | undefined
}

export const textOnly = (text: string): Draft => ({ text, pictures: [] })
export const NO_DRAFT = textOnly('')

/** Nothing to send. */
export const isBlank = ({ text, pictures }: Draft): boolean => text.trim() === '' && pictures.length === 0

interface Editing {
  /** The turn whose message it is. */
  readonly turn: number
  /** The message as it was sent. */
  readonly sent: Draft
  /** What was typed before, which comes back afterwards. */
  readonly before: Draft
}

interface Drafts {
  /** By conversation, also of those not begun yet. */
  readonly unsent: ReadonlyMap<string, Draft>
  /** The message being changed, by conversation. */
  readonly editing: ReadonlyMap<string, Editing>
  /** Of conversations not begun yet. */
  readonly budgets: ReadonlyMap<string, Budget>
  /** Of conversations that have not begun: what becomes of what the agent writes. */
  readonly saving: ReadonlyMap<string, Saving>
}

const UNSENT_KEY = 'variorum.messages'

export const useDrafts = create<Drafts>(() => ({
  unsent: new Map([...readSessionTexts(UNSENT_KEY)].map(([key, text]) => [key, textOnly(text)])),
  editing: new Map(),
  budgets: new Map(),
  saving: new Map(),
}))

useDrafts.subscribe(({ unsent }, before) => {
  if (unsent === before.unsent) return
  const { list } = useChat.getState()
  const isKept = (key: string): boolean =>
    !key.startsWith(NEW_TEMPORARY) && list?.find(({ id }) => id === key)?.temporary !== true
  // Pictures are too large to be kept through a reload, which asks first.
  const kept = [...unsent].filter(([key]) => isKept(key))
  writeSessionTexts(UNSENT_KEY, new Map(kept.map(([key, { text }]) => [key, text])))
})

/** What kind of conversation a new one is: about the present, a past commit, or one that leaves no trace. */
export interface NewConversation {
  /** Whose memory it is about. Left out, the one shown. */
  readonly store?: string | undefined
  readonly at?: string | undefined
  readonly temporary?: boolean | undefined
}

const NEW_TEMPORARY = 'temporary'
const STORE_UNKNOWN = ''

/** Under which a message is kept until it is sent: a conversation's, or that of one not begun yet, in each store. */
export function unsentKey(
  id: string | undefined,
  { store = shownStore() ?? STORE_UNKNOWN, at, temporary = false }: NewConversation = {},
): string {
  return id ?? `${temporary ? NEW_TEMPORARY : (at ?? 'new')} ${store}`
}

/** Where what had this key is by now: the store may have become known since. */
export function presentKey(key: string): string {
  return key.endsWith(` ${STORE_UNKNOWN}`) ? `${key}${shownStore() ?? ''}` : key
}

/** What was typed, and chosen for a new conversation, before the store was known is for that store. */
export function claimUnsent(store: string): void {
  const isUnclaimed = (key: string): boolean => key.endsWith(` ${STORE_UNKNOWN}`)
  for (const key of useDrafts.getState().unsent.keys()) if (isUnclaimed(key)) moveUnsent(key, `${key}${store}`)
  const claimed = <Value>(by: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
    new Map([...by].map(([key, value]) => [isUnclaimed(key) ? `${key}${store}` : key, value]))
  useDrafts.setState(({ budgets, saving }) => ({ budgets: claimed(budgets), saving: claimed(saving) }))
}

/** What is typed there already comes first. */
export function moveUnsent(from: string, to: string): void {
  const [there, moved] = [unsentOf(to), unsentOf(from)]
  setUnsent(from, NO_DRAFT)
  const remember = moved.remember ?? there.remember
  setUnsent(to, { text: there.text + moved.text, pictures: [...there.pictures, ...moved.pictures], remember })
}

export const unsentOf = (key: string): Draft => useDrafts.getState().unsent.get(key) ?? NO_DRAFT

export function setUnsent(key: string, draft: Draft): void {
  const isEmpty = draft.text === '' && draft.pictures.length === 0 && draft.remember === undefined
  useDrafts.setState(({ unsent }) => {
    const others = without(unsent, key)
    return { unsent: isEmpty ? others : others.set(key, draft) }
  })
}

/** Whether a message asks to save something. */
export const isToRemember = ({ text, remember }: Draft): boolean => remember ?? asksToRemember(text)

export const setRemember = (key: string, remember: boolean): void => setUnsent(key, { ...unsentOf(key), remember })

/** Puts a turn's message into the composer, to be changed and sent in its place. */
export function editMessage(id: string, turn: Pick<Turn, 'number' | 'text' | 'pictures' | 'remember'>): void {
  const { number, text, pictures = [], remember } = turn
  const { editing } = useDrafts.getState()
  const [sent, before] = [{ text, pictures, remember }, editing.get(id)?.before ?? unsentOf(id)]
  useDrafts.setState({ editing: new Map(editing).set(id, { turn: number, sent, before }) })
  setUnsent(id, sent)
}

/** Leaves the message as it was. What was typed before it is in the composer again. */
export function stopEditing(id: string): void {
  setUnsent(id, endEditing(id))
}

/** @returns what was typed before */
export function endEditing(id: string): Draft {
  const { editing } = useDrafts.getState()
  useDrafts.setState({ editing: without(editing, id) })
  return editing.get(id)?.before ?? NO_DRAFT
}

/** Takes what is typed in a conversation, for one that is gone. @returns puts it back */
export function dropTyped(id: string): () => void {
  const [typed, edit] = [unsentOf(id), useDrafts.getState().editing.get(id)]
  endEditing(id)
  setUnsent(id, NO_DRAFT)
  return () => {
    setUnsent(id, typed)
    if (edit !== undefined) useDrafts.setState((now) => ({ editing: new Map(now.editing).set(id, edit) }))
  }
}

/** What would be lost with the page. A message being edited counts once it is changed. */
export function unsentTexts(): readonly string[] {
  const { unsent, editing } = useDrafts.getState()
  const changed = [...unsent].filter(([id, draft]) => !isSame(draft, editing.get(id)?.sent))
  const drafts = [...changed.map(([, draft]) => draft), ...[...editing.values()].map(({ before }) => before)]
  return drafts.flatMap(({ text, pictures }) => [text, ...pictures.map(({ name }) => name)])
}

/** Pictures are never changed, so each is itself. */
export function isSame(one: Draft, other: Draft | undefined): boolean {
  if (one.text !== other?.text || one.remember !== other.remember) return false
  if (one.pictures.length !== other.pictures.length) return false
  return one.pictures.every((picture, at) => picture === other.pictures[at])
}

/** The budget of a conversation, or of one not begun yet; that of Settings if it has none of its own. */
export function useBudget(id: string | undefined, how: NewConversation): Budget {
  const begun = useChat(({ list }) => list?.find((other) => other.id === id)?.budget)
  const planned = useDrafts(({ budgets }) => budgets.get(unsentKey(id, how)))
  const usual = useApp((state) => state.app?.settings.budget)
  return (id === undefined ? planned : begun) ?? usual ?? NO_BUDGET
}

/** @returns whether it is set */
export async function setBudget(id: string | undefined, budget: Budget, how: NewConversation = {}): Promise<boolean> {
  if (id !== undefined) return setBudgetOf(id, budget)
  useDrafts.setState(({ budgets }) => ({ budgets: new Map(budgets).set(unsentKey(id, how), budget) }))
  return true
}

/** What becomes of what the agent writes in a conversation, or in one not begun yet. */
export function useSaving(id: string | undefined, how: NewConversation): Saving {
  const begun = useChat(savingOfBegun(id))
  const planned = useDrafts(({ saving }) => saving.get(unsentKey(id, how)))
  const usual = useApp(usualSaving)
  return (id === undefined ? planned : begun) ?? usual
}

/** The same, as it is now. */
export function savingOf(id: string | undefined, how: NewConversation): Saving {
  const planned = useDrafts.getState().saving.get(unsentKey(id, how))
  return (id === undefined ? planned : savingOfBegun(id)(useChat.getState())) ?? usualSaving(useApp.getState())
}

const savingOfBegun =
  (id: string | undefined) =>
  ({ list }: ReturnType<typeof useChat.getState>): Saving | null | undefined =>
    list?.find((other) => other.id === id)?.saving

const usualSaving = ({ app }: ReturnType<typeof useApp.getState>): Saving =>
  app?.settings.saving ?? DEFAULT_SETTINGS.saving

export async function setSaving(id: string | undefined, to: Saving, how: NewConversation = {}): Promise<void> {
  if (id !== undefined) await setSavingOf(id, to)
  else useDrafts.setState(({ saving }) => ({ saving: new Map(saving).set(unsentKey(id, how), to) }))
}
