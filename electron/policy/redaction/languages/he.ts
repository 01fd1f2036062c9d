import { words, type Language } from './language.ts'

export const he = {
  code: 'he',
  secrets: { password: words`סיסמה` },
  names: { compounded: words`סיסמה` },
  sentences: { verbs: words`היא, הוא` },
  clauses: { verbs: words`היא` },
} satisfies Language
