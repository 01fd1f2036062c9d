import type { SavedAs } from '../shared/app-state.ts'

/** The system's dialog to save a text as a file. @returns whether it was saved */
export type SaveDialog = (name: string, text: string) => Promise<boolean>

/** Saves a text where the user wants it: by the door's dialog, if it has one. */
export const savingBy =
  (dialog: SaveDialog | undefined) =>
  async (name: string, text: string): Promise<SavedAs> => {
    if (dialog === undefined) return 'not-here'
    return (await dialog(name, text)) ? 'saved' : 'cancelled'
  }
