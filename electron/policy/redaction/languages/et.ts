import { words, type Language } from './language.ts'

export const et = {
  code: 'et',
  secrets: { password: words`parool` },
  sentences: { verbs: words`on` },
} satisfies Language
