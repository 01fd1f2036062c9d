import { create } from 'zustand'

/** Whether the palette is open, over whichever view. */
export const usePalette = create<{ readonly open: boolean }>(() => ({ open: false }))

export const openPalette = (): void => usePalette.setState({ open: true })
export const closePalette = (): void => usePalette.setState({ open: false })
