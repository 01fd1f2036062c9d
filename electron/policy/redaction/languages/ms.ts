import { words, type Language } from './language.ts'

export const ms = {
  code: 'ms',
  secrets: { password: words`katalaluan` },
  sentences: { verbs: words`adalah` },
  clauses: { verbs: words`adalah` },
} satisfies Language
