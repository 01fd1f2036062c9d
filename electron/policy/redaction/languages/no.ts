import { words, type Language } from './language.ts'

export const no = {
  code: 'no',
  secrets: { password: words`passord`, pin: words`dørkode, alarmkode, pinkode, pin-kode`, code: words`kode` },
  names: {
    compounded: words`passord, kode`,
    inflected: words`passord, dørkode, alarmkode, pinkode, pin-kode, kode`,
  },
  values: { ordinary: words`feil` },
  sentences: { verbs: words`er`, prepositions: words`til` },
  clauses: { verbs: words`er` },
  codes: { verbs: words`er`, places: words`dør` },
  payment: { account: { names: words`kontonr` } },
  dates: { months: words`des`, birth: words`født`, birthFollowers: words`den` },
} satisfies Language
