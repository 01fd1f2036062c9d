import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Finding, Findings, FixRequests } from '../../shared/upkeep.ts'
import { perform } from './actions.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { createQuery } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'
import { useShown } from './use-query.ts'

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
  /** Why the last look failed. */
  readonly problem: string | null
}

const NOTHING: Upkeep = { findings: null, look: null, isStopped: false, problem: null }

/** What in the memory needs attention. */
export const useUpkeep = create<Upkeep>(() => NOTHING)

/** Ends the look that is under way. */
let endLook: () => void = () => undefined

/** @returns `null` if it was stopped */
async function look(): Promise<Findings | null> {
  const ended = Promise.withResolvers<Findings | null>()
  let found: Findings | null = null
  useUpkeep.setState({ look: { done: 0, total: 0 } })
  const subscription = api.upkeep.findings.subscribe(undefined, {
    onData: (step) => {
      if (step.kind === 'done') found = step.findings
      else useUpkeep.setState({ look: { done: step.done, total: step.total } })
    },
    onError: ended.reject,
    onComplete: () => ended.resolve(found),
  })
  const end = (): void => {
    subscription.unsubscribe()
    ended.resolve(null)
  }
  endLook = end
  try {
    return await ended.promise
  } finally {
    // Another store's look may be under way by now.
    if (endLook === end) useUpkeep.setState({ look: null })
  }
}

export const findingsQuery = createQuery({
  ask: async () => (useUpkeep.getState().isStopped ? null : look()),
  put: (findings) => findings !== null && useUpkeep.setState({ findings }),
  onProblem: (problem) => useUpkeep.setState({ problem }),
  drop: () => {
    endLook()
    useUpkeep.setState(NOTHING)
  },
  burstMs: 600,
  onlyShown: true,
})

/** Looks again, whatever is under way. */
export function lookAgain(): void {
  endLook()
  useUpkeep.setState({ isStopped: false })
  void findingsQuery.now()
}

export function stopLooking(): void {
  useUpkeep.setState({ isStopped: true })
  endLook()
}

/** What was found, kept up to date while the view is there; `null` until the first look is done. */
export function useFindings(): Findings | null {
  useShown(findingsQuery)
  return useUpkeep(({ findings }) => findings)
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
  if (commit === null) findingsQuery.soon()
  else takeOff(new Set(requests.map(({ id }) => id)))
  return commit !== null
}

/** Does not wait for the look. @returns whether it was done */
async function attemptAndLook(work: () => Promise<unknown>): Promise<boolean> {
  const isDone = await attempt(work)
  findingsQuery.soon()
  return isDone
}

export async function dismissFindings(found: readonly Finding[]): Promise<void> {
  const ids = found.map(({ id }) => id)
  takeOff(new Set(ids))
  if (!(await attemptAndLook(() => api.upkeep.dismiss.mutate({ ids })))) return
  useStatusBar.getState().say(
    plural(ids.length, {
      one: 'Dismissed: # finding won’t be listed again until its lines change',
      other: 'Dismissed: # findings won’t be listed again until their lines change',
    }),
    { label: t`Show again`, run: () => void attemptAndLook(() => api.upkeep.undismiss.mutate({ ids })) },
  )
}

export async function listDismissed(): Promise<void> {
  await attemptAndLook(() => api.upkeep.undismiss.mutate({ ids: 'all' }))
}
