import { create } from 'zustand'

interface FindState {
  readonly open: boolean
  /** Counts up whenever the user asks for the field. */
  readonly asked: number
}

/** Whether words are searched for in what the view shows. */
export const useFind = create<FindState>(() => ({ open: false, asked: 0 }))

export const openFind = (): void => useFind.setState(({ asked }) => ({ open: true, asked: asked + 1 }))
export const closeFind = (): void => useFind.setState({ open: false })
