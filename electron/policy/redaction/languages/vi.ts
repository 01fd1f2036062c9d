import { words, type Language } from './language.ts'

export const vi = {
  code: 'vi',
  secrets: { password: words`mật khẩu` },
  sentences: { verbs: words`là` },
  clauses: { verbs: words`là` },
} satisfies Language
