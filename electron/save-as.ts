import * as fs from 'node:fs/promises'
import type { SavedAs } from '../shared/app-state.ts'
import { AppError } from '../shared/errors.ts'
import { say } from '../shared/messages/say.ts'
import type { PickTarget } from './export/exports.ts'

/** Saves a text where the user wants it: by the door's dialog, if it has one. */
export const savingBy =
  (pickTarget: PickTarget | undefined) =>
  async (name: string, text: string): Promise<SavedAs> => {
    if (pickTarget === undefined) return 'not-here'
    const target = await pickTarget('file', name)
    if (target === null) return 'cancelled'
    await fs.writeFile(target, text).catch((cause: unknown) => {
      throw new AppError('disk', say('not-saved-there'), { cause })
    })
    return 'saved'
  }
