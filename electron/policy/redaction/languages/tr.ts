import { words, type Language } from './language.ts'

export const tr = {
  code: 'tr',
  secrets: { password: words`şifre, sifre, parola`, pin: words`pinkod` },
  names: { inflected: words`şifre, sifre, parola`, ambiguous: words`parola` },
  codes: { places: words`kap[ıi]` },
} satisfies Language
