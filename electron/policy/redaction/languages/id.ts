import { words, type Language } from './language.ts'

export const id = {
  code: 'id',
  secrets: { password: words`kata sandi` },
  names: { inflected: words`kata sandi` },
  sentences: { verbs: words`adalah` },
  clauses: { verbs: words`adalah` },
} satisfies Language
