import { plural, t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { Finding, Findings, FixRequests } from '../../shared/upkeep.ts'
import { perform } from './actions.ts'
import { api, sentence } from './api.ts'
import { attempt } from './attempt.ts'
import { debounce } from './debounce.ts'
import { useMemory } from './memory-store.ts'
import { useStatusBar } from './status-bar-store.ts'

interface Look {
  readonly done: number
  readonly total: number
}

interface Upkeep {
  /** As of the last look; `null` before the first one. */
  readonly findings: Findings | null
  /** The look that is under way. */
  readonly look: Look | null
  /** The user stopped the look. */
  readonly isStopped: boolean
  readonly problem: string | null
}

/** What in the memory needs attention. */
export const useUpkeep = create<Upkeep>(() => ({ findings: null, look: null, isStopped: false, problem: null }))

let unsubscribe: (() => void) | null = null
/** How many views show what was found. */
let watching = 0

/** Looks again, whatever is under way. */
export function lookAgain(): void {
  unsubscribe?.()
  useUpkeep.setState({ look: { done: 0, total: 0 }, isStopped: false, problem: null })
  const end = (): void => {
    unsubscribe = null
    useUpkeep.setState({ look: null })
  }
  const subscription = api.upkeep.findings.subscribe(undefined, {
    onData: (step) => {
      if (step.kind === 'progress') useUpkeep.setState({ look: { done: step.done, total: step.total } })
      else useUpkeep.setState({ findings: step.findings })
    },
    onError: (error) => {
      useUpkeep.setState({ problem: sentence(error) })
      end()
    },
    onComplete: end,
  })
  unsubscribe = () => subscription.unsubscribe()
}

export function stopLooking(): void {
  unsubscribe?.()
  unsubscribe = null
  useUpkeep.setState({ look: null, isStopped: true })
}

const PAUSE_MS = 600

/** After a change, as long as a view shows what was found. */
export const soonLoadUpkeep = debounce(PAUSE_MS, async () => {
  if (watching > 0 && !useUpkeep.getState().isStopped) lookAgain()
})

const lookSoon = async (): Promise<void> => soonLoadUpkeep()

/** Belongs to another store. */
export function forgetUpkeep(): void {
  unsubscribe?.()
  unsubscribe = null
  useUpkeep.setState({ findings: null, look: null, isStopped: false, problem: null })
}

/** What was found, kept up to date while the view is there; `null` until the first look is done. */
export function useFindings(): Findings | null {
  const findings = useUpkeep((state) => state.findings)
  const changes = useMemory((state) => state.changes)
  useEffect(() => {
    watching += 1
    return () => {
      watching -= 1
    }
  }, [])
  useEffect(() => soonLoadUpkeep(), [changes])
  return findings
}

function takeOff(ids: ReadonlySet<string>): void {
  useUpkeep.setState(({ findings }) => {
    if (findings === null) return {}
    const list = findings.list.filter(({ id }) => !ids.has(id))
    return { findings: { ...findings, list, total: findings.total - (findings.list.length - list.length) } }
  })
}

export async function applyFixes(requests: FixRequests, announcement: string): Promise<boolean> {
  const commit = await perform(() => api.upkeep.fix.mutate({ requests }), announcement)
  if (commit === null) soonLoadUpkeep()
  else takeOff(new Set(requests.map(({ id }) => id)))
  return commit !== null
}

export async function dismissFindings(found: readonly Finding[]): Promise<void> {
  const ids = found.map(({ id }) => id)
  takeOff(new Set(ids))
  if (!(await attempt(() => api.upkeep.dismiss.mutate({ ids }), lookSoon))) return
  useStatusBar.getState().say(
    plural(ids.length, {
      one: 'Dismissed: # finding won’t be listed again until its lines change',
      other: 'Dismissed: # findings won’t be listed again until their lines change',
    }),
    { label: t`Show again`, run: () => void attempt(() => api.upkeep.undismiss.mutate({ ids }), lookSoon) },
  )
}

export async function listDismissed(): Promise<void> {
  await attempt(() => api.upkeep.undismiss.mutate({ ids: 'all' }), lookSoon)
}
