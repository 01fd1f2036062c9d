import { words, type Language } from './language.ts'

export const lv = {
  code: 'lv',
  secrets: { password: words`parole` },
  names: { inflected: words`parole` },
} satisfies Language
