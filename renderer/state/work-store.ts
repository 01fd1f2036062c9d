import { create } from 'zustand'
import type { LongWork } from '../../shared/events.ts'
import { api, sentence } from './api.ts'
import { useStatusBar } from './status-bar-store.ts'

/** Long work of the store that the window tells of. `total` is 0 as long as nobody knows how much there is. */
export interface Work {
  readonly done: number
  readonly total: number
}

/** By the work's name, as long as it is under way. */
export const useWork = create<Readonly<Partial<Record<LongWork, Work>>>>(() => ({}))

/** @returns whether that was its end */
export function noteWork(name: LongWork, { done, total }: Work): boolean {
  const { [name]: before, ...others } = useWork.getState()
  const isOver = total > 0 && done >= total
  useWork.setState(isOver ? others : { ...others, [name]: { done, total } }, true)
  return isOver && before !== undefined
}

/** Whoever began it. */
export async function cancelWork(work: LongWork): Promise<void> {
  await api.store.cancel.mutate({ work }).catch((error: unknown) => useStatusBar.getState().warn(sentence(error)))
}
