import { words, type Language } from './language.ts'

export const th = { code: 'th', secrets: { password: words`รหัสผ่าน` } } satisfies Language
