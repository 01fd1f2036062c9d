import { words, type Language } from './language.ts'

export const hr = {
  code: 'hr',
  secrets: { password: words`lozinka` },
  names: { compounded: words`lozinka`, inflected: words`lozinka` },
  sentences: { verbs: words`je`, prepositions: words`na, do, od` },
  clauses: { verbs: words`je` },
  codes: { verbs: words`je` },
} satisfies Language
