import { words, type Language } from './language.ts'

export const lt = { code: 'lt', secrets: { password: words`slaptažodis` } } satisfies Language
