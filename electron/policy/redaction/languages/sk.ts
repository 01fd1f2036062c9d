import { words, type Language } from './language.ts'

export const sk = {
  code: 'sk',
  secrets: { password: words`heslo`, code: words`kód` },
  sentences: { verbs: words`je`, prepositions: words`na, do, od` },
  clauses: { verbs: words`je` },
  codes: { verbs: words`je` },
} satisfies Language
