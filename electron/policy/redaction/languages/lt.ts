import { words, type Language } from './language.ts'

export const lt = {
  code: 'lt',
  secrets: {
    password: words`slaptažodis, slaptažodį, slaptažodžiai, slaptažodžio, wifi slaptažodis, slaptas žodis`,
    passphrase: words`slaptafrazė, atkūrimo frazė, slapta frazė`,
    pin: words`pin, pin kodas, durų kodas, signalizacijos kodas, vartų kodas, seifo kodas, spynos kodas,
      laiptinės kodas, atrakinimo kodas`,
    codes: words`atkūrimo kodai, atsarginiai kodai, vienkartiniai kodai`,
    licence: words`licencijos raktas, licencija, serijos numeris, aktyvinimo kodas, aktyvinimo raktas, produkto raktas,
      atkūrimo raktas`,
    weak: words`api raktas, slaptas raktas, privatus raktas, prieigos raktas`,
    code: words`kodas, kodą, kombinacija`,
    key: words`raktas`,
  },
  names: { inflected: words`slaptažod`, ambiguous: words`licencija, serijos numeris` },
  sentences: {
    verbs: words`yra, dabar, dabar yra, yra dabar, pakeistas į, pakeitėme į, buvo, naudok, įvesk`,
    prepositions: words`į, iš, su, prie, nuo, mūsų, mano`,
  },
  clauses: { verbs: words`yra, dabar`, to: words`į` },
  codes: {
    places: words`dur, signaliz, vart, seif, spyn, laiptin, garaž, rakt, lift, dvirači, lagamin, spint, biur, telefon`,
  },
} satisfies Language
