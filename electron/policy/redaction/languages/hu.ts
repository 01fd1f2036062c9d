import { words, type Language } from './language.ts'

export const hu = {
  code: 'hu',
  secrets: { password: words`jelszó, jelszav`, code: words`kód` },
  names: { inflected: words`jelszav` },
  codes: { places: words`ajt[óo]` },
} satisfies Language
