import { words, type Language } from './language.ts'

export const uk = {
  code: 'uk',
  secrets: { password: words`пароль, пароля, паролем`, pin: words`пінкод, пін-код`, code: words`код` },
  names: { inflected: words`пароль` },
} satisfies Language
