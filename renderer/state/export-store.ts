import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { ExportProgress, ExportWhat, SecretPlace } from '../../shared/export.ts'
import type { LeftOut } from '../../shared/import.ts'
import { sentencesText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { api, sentence } from './api.ts'
import { useStatusBar } from './status-bar-store.ts'

/** What takes longer shows its progress. */
const SLOW_MS = 1_000

interface RunningExport {
  readonly kind: ExportWhat['kind']
  readonly done: number
  /** 0 while unknown. */
  readonly total: number
  readonly isSlow: boolean
  readonly cancel: () => void
}

/** An export of which the user has to see first what looks like a secret. */
interface KeptBack {
  readonly what: ExportWhat
  readonly places: readonly SecretPlace[]
}

/** The export that is running, or that waits for the user's word; there is one at a time. */
export const useExport = create<{ readonly running: RunningExport | null; readonly keptBack: KeptBack | null }>(() => ({
  running: null,
  keptBack: null,
}))

const update = (change: Partial<RunningExport>): void =>
  useExport.setState(({ running }) => ({ running: running && { ...running, ...change } }))

/** Copies something out of the store: to where the user says, or as a download. */
export function beginExport(what: ExportWhat): void {
  const { say, warn } = useStatusBar.getState()
  if (useExport.getState().running !== null)
    return warn(t`Another export is running. Wait for it to finish, or cancel it.`)
  const slow = setTimeout(() => update({ isSlow: true }), SLOW_MS)
  const end = (): void => {
    clearTimeout(slow)
    useExport.setState({ running: null })
  }
  const subscription = api.export.subscribe(what, {
    onData(step) {
      if (step.kind === 'progress') return update({ done: step.done, total: step.total })
      end()
      if (step.kind === 'kept-back') useExport.setState({ keptBack: { what, places: step.places } })
      if (step.kind === 'done') finish(step)
    },
    onError(error) {
      end()
      warn(sentence(error))
    },
    onComplete: end,
  })
  const cancel = (): void => {
    subscription.unsubscribe()
    end()
    say(t`The export was cancelled. Nothing was exported.`)
  }
  useExport.setState({ running: { kind: what.kind, done: 0, total: 0, isSlow: false, cancel } })
}

/** The user has seen what looks like a secret, and wants it exported. */
export function exportAnyway(): void {
  const { keptBack } = useExport.getState()
  useExport.setState({ keptBack: null })
  if (keptBack !== null) beginExport({ ...keptBack.what, withSecrets: true })
}

export function exportNothing(): void {
  if (useExport.getState().keptBack === null) return
  useExport.setState({ keptBack: null })
  useStatusBar.getState().say(t`Nothing was exported.`)
}

function finish({ name, leftOut, address }: Extract<ExportProgress, { kind: 'done' }>): void {
  if (address !== null) download(address, name)
  const [first] = leftOut
  useStatusBar
    .getState()
    .say(sentencesText([t`Exported: ${name}.`, first !== undefined && leftOutText(leftOut, first)]))
}

function leftOutText({ length }: readonly LeftOut[], { what, why }: LeftOut): string {
  const reason = worded(why)
  return plural(length, {
    one: `Left out: ${what} (${reason}).`,
    other: `# files were left out, in whole or in part: ${what} (${reason}) and others.`,
  })
}

/** The browser asks where it goes, or puts it beside other downloads. */
function download(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
