import { words, type Language } from './language.ts'

export const hi = { code: 'hi', secrets: { password: words`पासवर्ड` } } satisfies Language
