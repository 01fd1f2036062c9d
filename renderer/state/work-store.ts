import { create } from 'zustand'
import type { LongWork } from '../../shared/events.ts'
import { api } from './api.ts'
import { warnOf } from './attempt.ts'

/** Progress of long-running work in the store. `total` is 0 while unknown. */
interface Work {
  readonly done: number
  readonly total: number
}

/** The work in progress, by name. */
export const useWork = create<Readonly<Partial<Record<LongWork, Work>>>>(() => ({}))

/** @returns whether the work just finished */
export function recordProgress(name: LongWork, { done, total }: Work): boolean {
  const { [name]: before, ...others } = useWork.getState()
  const isOver = total > 0 && done >= total
  useWork.setState(isOver ? others : { ...others, [name]: { done, total } }, true)
  return isOver && before !== undefined
}

/** Cancels work, no matter who started it. */
export async function cancelWork(work: LongWork): Promise<void> {
  await api.store.cancel.mutate({ work }).catch(warnOf)
}
