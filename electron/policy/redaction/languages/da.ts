import { words, type Language } from './language.ts'

export const da = {
  code: 'da',
  secrets: {
    password: words`adgangskode, kodeord`,
    pin: words`dørkode, alarmkode, pinkode, pin-kode`,
    code: words`kode`,
    weak: words`api-nøgle`,
  },
  names: {
    compounded: words`kodeord, adgangskode, kode`,
    inflected: words`adgangskode, kodeord, dørkode, alarmkode, pinkode, pin-kode, kode`,
  },
  values: { ordinary: words`forkert, påkrævet, udløbet` },
  sentences: { verbs: words`er`, prepositions: words`til` },
  clauses: { verbs: words`er` },
  codes: { verbs: words`er`, places: words`dør` },
  payment: { account: { names: words`kontonr` } },
  dates: { months: words`maj`, birth: words`født`, birthFollowers: words`den` },
} satisfies Language
