import { words, type Language } from './language.ts'

export const el = {
  code: 'el',
  secrets: { password: words`κωδικός πρόσβασης, κωδικός, κωδικός είναι, συνθηματικό` },
  sentences: { verbs: words`είναι` },
  clauses: { verbs: words`είναι` },
  codes: { verbs: words`είναι` },
} satisfies Language
