import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { TidyAcceptance, TidyOptions, TidyState } from '../../shared/tidy.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { createQuery } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellCommit } from './undo-flow.ts'
import { useShown } from './use-query.ts'
import { attemptWrite } from './write-outcome.ts'

/** The run that tidies a copy of the memory, and what came of it; `null` until it is loaded. */
const useTidyState = create<{ readonly state: TidyState | null }>(() => ({ state: null }))

export const tidyQuery = createQuery({
  ask: () => api.upkeep.tidy.state.query(),
  put: (state) => useTidyState.setState({ state }),
  drop: () => useTidyState.setState({ state: null }),
  onlyShown: true,
})

/** Kept up to date while the view is there. */
export function useTidy(): TidyState | null {
  useShown(tidyQuery)
  return useTidyState(({ state }) => state)
}

export const startTidy = (options: TidyOptions): Promise<boolean> =>
  attempt(() => api.upkeep.tidy.start.mutate(options), tidyQuery)

export const cancelTidy = (): Promise<boolean> => attempt(() => api.upkeep.tidy.cancel.mutate(), tidyQuery)

export const setDropShare = (share: number): Promise<boolean> =>
  attempt(() => api.upkeep.tidy.setDropShare.mutate({ share }), tidyQuery)

export async function dropProposal(): Promise<void> {
  if (!(await attempt(() => api.upkeep.tidy.drop.mutate(), tidyQuery))) return
  useStatusBar.getState().say(t`Proposal discarded. The memory is unchanged.`, {
    label: t`Restore the proposal`,
    run: () => void attempt(() => api.upkeep.tidy.undrop.mutate(), tidyQuery),
  })
}

/** @returns whether it is in the memory now */
export async function acceptProposal(acceptance: TidyAcceptance): Promise<boolean> {
  const outcome = await attemptWrite(() => api.review.accept.mutate(acceptance))
  if (outcome !== null) {
    const { commit } = outcome
    tellCommit(plural(commit.changeCount, { one: 'Tidied # file', other: 'Tidied # files' }), commit)
  }
  tidyQuery.soon()
  return outcome !== null
}
