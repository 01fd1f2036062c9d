import { words, type Language } from './language.ts'

export const ar = {
  code: 'ar',
  secrets: { password: words`كلمة المرور, كلمة السر` },
  names: { compounded: words`كلمة المرور, كلمة السر` },
  sentences: { verbs: words`هي, هو` },
  clauses: { verbs: words`هي, هو` },
} satisfies Language
