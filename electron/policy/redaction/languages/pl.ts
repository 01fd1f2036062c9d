import { words, type Language } from './language.ts'

export const pl = {
  code: 'pl',
  secrets: { password: words`hasło, haslo`, pin: words`kod pin`, code: words`kod`, weak: words`klucz api` },
  names: { compounded: words`kod`, inflected: words`kod` },
  values: { ordinary: words`nieprawidłowe, wymagane, błędne, wygasło` },
  sentences: { verbs: words`jest, to, brzmi`, prepositions: words`na, do, od` },
  clauses: { verbs: words`jest` },
  codes: { verbs: words`jest, to`, places: words`bram, drzw, furtk`, of: words`do` },
  dates: { months: words`maj`, birth: words`urodzon[ya], data urodzenia`, birthFollowers: words`dnia` },
} satisfies Language
