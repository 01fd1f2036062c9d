import { words, type Language } from './language.ts'

export const ru = {
  code: 'ru',
  secrets: {
    password: words`пароль, пароля, паролем`,
    pin: words`пин-код, пин`,
    code: words`код, кода`,
    weak: words`ключ api, api ключ, токен, секрет, секретный ключ`,
  },
  names: { inflected: words`пароль` },
  values: { ordinary: words`неверный, неправильный, обязателен, истёк, истек, нужен, забыт` },
  sentences: { verbs: words`это, теперь`, prepositions: words`для, от, к` },
  logins: { unbounded: words`логин, доступ, вход` },
  clauses: { verbs: words`это` },
  codes: {
    verbs: words`это`,
    places: words`двер, подъезд, домофон, сейф, ворот, сигнализ, карт, подтвержд`,
    of: words`от`,
  },
  personal: { phoneUnbounded: words`телефон` },
  dates: { birthUnbounded: words`дата рождения, родил\p{L}{0,4}` },
} satisfies Language
