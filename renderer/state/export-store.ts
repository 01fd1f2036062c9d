import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { ExportProgress, ExportWhat } from '../../shared/export.ts'
import { sentencesText } from '../format/language.ts'
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

/** The export that is running; there is one at a time. */
export const useExport = create<{ readonly running: RunningExport | null }>(() => ({ running: null }))

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

function finish({ name, leftOut, address }: Extract<ExportProgress, { kind: 'done' }>): void {
  if (address !== null) download(address, name)
  const [first = ''] = leftOut
  const left =
    leftOut.length > 0 &&
    plural(leftOut.length, {
      one: `${first} was left out: it’s too large.`,
      other: '# files were left out: they’re too large.',
    })
  useStatusBar.getState().say(sentencesText([t`Exported: ${name}.`, left]))
}

/** The browser asks where it goes, or puts it beside other downloads. */
function download(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
