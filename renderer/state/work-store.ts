import { create } from 'zustand'

/** Long work of the store that the window tells of. `total` is 0 as long as nobody knows how much there is. */
export interface Work {
  readonly done: number
  readonly total: number
}

/** By the work's name, as long as it is under way. */
export const useWork = create<Readonly<Record<string, Work>>>(() => ({}))

export function noteWork(name: string, work: Work): void {
  const { [name]: _, ...others } = useWork.getState()
  useWork.setState(work.total > 0 && work.done >= work.total ? others : { ...others, [name]: work }, true)
}
