import { words, type Language } from './language.ts'

export const bg = { code: 'bg', secrets: { password: words`парола`, code: words`код` } } satisfies Language
