import { words, type Language } from './language.ts'

export const ro = {
  code: 'ro',
  secrets: { password: words`parolă, parola`, pin: words`cod pin` },
  names: { inflected: words`parola`, ambiguous: words`parola` },
  sentences: { verbs: words`este` },
  clauses: { verbs: words`este` },
  codes: { verbs: words`este` },
} satisfies Language
