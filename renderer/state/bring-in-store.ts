import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import { type ImportKind, type ImportProgress, UPLOAD_PIECE } from '../../shared/import.ts'
import { sentencesText } from '../format/language.ts'
import { api, sentence } from './api.ts'
import { warnOf } from './attempt.ts'
import { base64Of } from './base64.ts'
import type { Incoming } from './incoming-files.ts'
import { reviewQuery } from './review-store.ts'
import { openReview } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'

export interface Running {
  /** In bytes: what is sent, then what is read. */
  readonly what: 'sending' | 'reading'
  readonly done: number
  readonly total: number
  readonly cancel: () => void
}

/** The sheet in which the user brings in what other programs know, and what is being read. */
export const useBringIn = create<{
  readonly isOpen: boolean
  /** Of what is brought in next; no longer once the sheet is closed. */
  readonly takesConversations: boolean
  readonly running: Running | null
}>(() => ({
  isOpen: false,
  takesConversations: false,
  running: null,
}))

export const openBringIn = (): void => useBringIn.setState({ isOpen: true })
export const closeBringIn = (): void => useBringIn.setState({ isOpen: false, takesConversations: false })
export const takeConversations = (takesConversations: boolean): void => useBringIn.setState({ takesConversations })

/** Exports of other programs are read; what else is dropped is added as it is. */
export const isExport = ({ path }: Incoming): boolean => /\.(?:zip|jsonl?)$/i.test(path)

/** Reads text that another assistant wrote. */
export const bringInText = (text: string): Promise<void> =>
  bringIn([{ path: 'pasted.md', file: new File([text], 'pasted.md') }], 'text')

/** Sends files to be read. What they say then waits under Review. */
export async function bringIn(files: readonly Incoming[], as?: ImportKind): Promise<void> {
  const { running, takesConversations: conversations } = useBringIn.getState()
  if (files.length === 0 || running !== null) return
  const stopping = new AbortController()
  const show = (what: Running['what'], done: number, total: number): void =>
    useBringIn.setState({ isOpen: true, running: { what, done, total, cancel: () => stopping.abort() } })
  try {
    const id = await send(files, stopping.signal, (done, total) => show('sending', done, total))
    const what = { id, as, conversations }
    const done = await read(what, stopping.signal, (bytes, total) => show('reading', bytes, total))
    await reviewQuery.now()
    closeBringIn()
    if (done.waiting !== null) openReview(done.waiting)
    const told = outcome(done)
    if (told !== '') useStatusBar.getState().say(told)
  } catch (error) {
    if (stopping.signal.aborted) useStatusBar.getState().say(t`The import was cancelled. Nothing was imported.`)
    else warnOf(error)
  } finally {
    useBringIn.setState({ running: null })
  }
}

type Step = (done: number, total: number) => void

/** @returns the id under which they are read */
async function send(files: readonly Incoming[], signal: AbortSignal, told: Step): Promise<string> {
  const id = await api.imports.begin.mutate()
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  let done = 0
  try {
    for (const { path, file } of files)
      for (let at = 0; at === 0 || at < file.size; at += UPLOAD_PIECE) {
        signal.throwIfAborted()
        const piece = file.slice(at, at + UPLOAD_PIECE)
        await api.imports.add.mutate({ id, name: path, bytes: await base64Of(piece) })
        told((done += piece.size), total)
      }
  } catch (error) {
    await api.imports.discard.mutate({ id }).catch(() => undefined)
    throw error
  }
  return id
}

type Done = Extract<ImportProgress, { readonly kind: 'done' }>

function read(
  what: { readonly id: string; readonly as: ImportKind | undefined; readonly conversations: boolean },
  signal: AbortSignal,
  told: Step,
): Promise<Done> {
  return new Promise((resolve, reject) => {
    const subscription = api.imports.read.subscribe(what, {
      onData: (step) => (step.kind === 'done' ? resolve(step) : told(step.done, step.total)),
      onError: (error) => reject(new Error(sentence(error), { cause: error })),
    })
    signal.addEventListener('abort', () => {
      subscription.unsubscribe()
      reject(new Error('aborted'))
    })
  })
}

/** What there is to say besides what Review shows. */
function outcome({ waiting, sources, conversations }: Done): string {
  const left = sources.reduce((sum, { leftOut }) => sum + leftOut.reduce((all, { count }) => all + count, 0), 0)
  const added = conversations?.added ?? 0
  const skipped = conversations?.leftOut.length ?? 0
  const isNothing = waiting === null && added === 0
  return sentencesText([
    ...(isNothing ? [t`Nothing new to import.`] : []),
    ...(added > 0 ? [plural(added, { one: '# conversation imported.', other: '# conversations imported.' })] : []),
    ...(skipped > 0
      ? [plural(skipped, { one: '# conversation was left out.', other: '# conversations were left out.' })]
      : []),
    ...(isNothing && left > 0 ? [plural(left, { one: '# item was left out.', other: '# items were left out.' })] : []),
  ])
}
