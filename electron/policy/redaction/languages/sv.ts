import { words, type Language } from './language.ts'

export const sv = {
  code: 'sv',
  secrets: {
    password: words`lösenord, losenord, nätverksnyckel`,
    pin: words`återställningskod, portkod, dörrkod, larmkod, pin-kod, pinkod`,
    code: words`kod, kombination`,
    key: words`nyckel`,
    weak: words`api-nyckel`,
  },
  names: {
    compounded: words`lösenord, kod`,
    inflected: words`lösenord, portkod, dörrkod, larmkod, pin-kod, kod`,
  },
  values: { ordinary: words`felaktigt, fel, krävs, utgånget, glömt` },
  sentences: { verbs: words`är`, prepositions: words`till, för`, joiners: words`och, en` },
  clauses: { verbs: words`är` },
  codes: { verbs: words`är`, places: words`dörr, port(?:en)?\b` },
  dates: { months: words`maj`, birth: words`född`, birthFollowers: words`den` },
} satisfies Language
