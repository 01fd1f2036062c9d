import { words, type Language } from './language.ts'

export const sl = {
  code: 'sl',
  secrets: { password: words`geslo` },
  names: { inflected: words`geslo` },
  sentences: { verbs: words`je`, prepositions: words`na, do, od` },
  clauses: { verbs: words`je` },
  codes: { verbs: words`je` },
} satisfies Language
