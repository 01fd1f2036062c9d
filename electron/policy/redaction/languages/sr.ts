import { words, type Language } from './language.ts'

export const sr = {
  code: 'sr',
  secrets: { password: words`lozinka, лозинка` },
  names: { compounded: words`lozinka`, inflected: words`lozinka` },
  sentences: { verbs: words`je`, prepositions: words`na, do, od` },
  clauses: { verbs: words`je` },
  codes: { verbs: words`je` },
} satisfies Language
