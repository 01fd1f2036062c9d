import { words, type Language } from './language.ts'

export const cs = {
  code: 'cs',
  secrets: { password: words`heslo`, code: words`kód` },
  sentences: { verbs: words`je`, prepositions: words`na, do, od, pro` },
  clauses: { verbs: words`je` },
  codes: { verbs: words`je` },
} satisfies Language
