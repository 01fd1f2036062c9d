import { words, type Language } from './language.ts'

export const et = {
  code: 'et',
  secrets: {
    password: words`parool, parooli, paroolid, salasõna, salasõnad, wifi parool, võrguvõti`,
    passphrase: words`paroolifraas, taastefraas, salafraas`,
    pin: words`pin, pin-kood, uksekood, ukse kood, häirekood, häire kood, valvekood, värava kood, seifi kood,
      luku kood, garaaži kood, avamiskood, lukukood`,
    codes: words`taastekoodid, varukoodid, ühekordsed koodid`,
    licence: words`litsentsivõti, litsents, seerianumber, aktiveerimiskood, aktiveerimisvõti, tootevõti, taastevõti`,
    weak: words`api-võti, api võti, salajane võti, privaatvõti`,
    code: words`kood, koodi, kombinatsioon`,
    key: words`võti`,
  },
  sentences: {
    verbs: words`on, on nüüd, nüüd on, oli, muudeti, vahetati, kasuta, sisesta`,
    prepositions: words`meie, minu, see`,
  },
  names: {
    compounded: words`kood, võti, parool`,
    inflected: words`parool, kood, salasõna`,
    ambiguous: words`litsents, seerianumber`,
  },
  clauses: { verbs: words`on` },
  codes: {
    places: words`uks, ukse, häire, valve, värav, seif, luk, garaaž, võtme, lift, ratta, kohvri, kapi, kontori, telefon,
      kelder, trepikoja`,
  },
} satisfies Language
