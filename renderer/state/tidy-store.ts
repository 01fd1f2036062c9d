import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { TidyAcceptance, TidyOptions, TidyState } from '../../shared/tidy.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { debounce } from './debounce.ts'
import { useStatusBar } from './status-bar-store.ts'
import { undoAction } from './undo-flow.ts'
import { useOpenings } from './use-load.ts'
import { attemptWrite } from './write-outcome.ts'

/** The run that tidies a copy of the memory, and what came of it; `null` until it is loaded. */
export const useTidyState = create<{ readonly state: TidyState | null }>(() => ({ state: null }))

async function load(): Promise<void> {
  useTidyState.setState({ state: await api.upkeep.tidy.state.query() })
}

const PAUSE_MS = 200
let watching = 0

export const soonLoadTidy = debounce(PAUSE_MS, async () => {
  if (watching > 0) await load()
})

export function forgetTidy(): void {
  useTidyState.setState({ state: null })
}

/** Kept up to date while the view is there. */
export function useTidy(): TidyState | null {
  const state = useTidyState((known) => known.state)
  const openings = useOpenings()
  useEffect(() => {
    watching += 1
    void load().catch(() => undefined)
    return () => {
      watching -= 1
    }
  }, [openings])
  return state
}

export const startTidy = (options: TidyOptions): Promise<boolean> =>
  attempt(() => api.upkeep.tidy.start.mutate(options), load)

export const cancelTidy = (): Promise<boolean> => attempt(() => api.upkeep.tidy.cancel.mutate(), load)

export const setDropShare = (share: number): Promise<boolean> =>
  attempt(() => api.upkeep.tidy.setDropShare.mutate({ share }), load)

export async function dropProposal(): Promise<void> {
  if (!(await attempt(() => api.upkeep.tidy.drop.mutate(), load))) return
  useStatusBar.getState().say(t`Proposal discarded. The memory is unchanged.`, {
    label: t`Restore the proposal`,
    run: () => void attempt(() => api.upkeep.tidy.undrop.mutate(), load),
  })
}

/** @returns whether it is in the memory now */
export async function acceptProposal(acceptance: TidyAcceptance): Promise<boolean> {
  const outcome = await attemptWrite(() => api.review.accept.mutate(acceptance))
  if (outcome !== null) {
    const { subject } = outcome.commit
    useStatusBar.getState().say(t`Accepted: ${subject}`, undoAction(outcome.commit))
  }
  soonLoadTidy()
  return outcome !== null
}
