import { words, type Language } from './language.ts'

export const lv = {
  code: 'lv',
  secrets: {
    password: words`parole, paroli, paroles, wifi parole, slepenais vārds`,
    passphrase: words`paroles frāze, atkopšanas frāze, slepenā frāze`,
    pin: words`pin, pin kods, durvju kods, signalizācijas kods, vārtu kods, seifa kods, slēdzenes kods,
      atbloķēšanas kods`,
    codes: words`atkopšanas kodi, rezerves kodi, vienreizējie kodi`,
    licence: words`licences atslēga, licence, sērijas numurs, aktivizācijas kods, aktivizācijas atslēga, produkta atslēga,
      atkopšanas atslēga`,
    weak: words`api atslēga, slepenā atslēga, privātā atslēga`,
    code: words`kods, kodu, kombinācija`,
    key: words`atslēga`,
  },
  names: { inflected: words`parole, paroles, licence, kombinācija`, ambiguous: words`licence, sērijas numurs, parole` },
  sentences: {
    verbs: words`ir, tagad ir, ir tagad, bija, nomainīta uz, nomainījām uz, mainīta uz, lieto, ievadi`,
    prepositions: words`uz, no, ar, pie, mūsu, mana`,
  },
  clauses: { verbs: words`ir`, to: words`uz` },
  codes: {
    places: words`durv, signaliz, vārt, seif, slēdzen, garāž, atslēg, lift, velosipēd, kofer, skap, biroj, telefon`,
  },
  payment: {
    cards: words`karte, kartes, karti, kartei, kartes numurs, kredītkart~, bankas kart~`,
    securityCodes: words`drošības kods, drošības kodu, cipari aizmugurē, aizmugurē, cipari kartes otrā~`,
    accountNumbers: words`konta numurs, konta nr, bankas konts, norēķinu konts, konta numuru, konts nr`,
    accounts: words`konts, kontu, kontā, konta`,
    otherNumbers: words`pasūtījum~, rēķin~, sūtījum~, sērijas, preces, paka`,
  },
  personal: {
    phones: words`tālrunis~, tālruņa~, tel, telefon~, mob, mobil~, zvan~, numurs, tālr, numuru`,
    passports: words`pase, pases~, pasi, pases nr`,
    drivingLicences: words`vadītāja apliecīb~, autovadītāja~`,
    plates: words`numura zīme~, reģistrācijas numurs, reģ nr, auto numurs, valsts numurs, numurzīme`,
    identityNumbers: words`personas kod~, personas apliecīb~, id karte, id kartes, nodokļu maksātāja~, reģ nr`,
    addresses: words`adrese~, adresi, adresē, dzīvesviet~`,
    residences: words`dzīvo, dzīvoju, dzīvojam, deklarēt~, piegād~, nosūtīt uz, pārceļas uz, mājas`,
    streets: words`iela, ielā, ielas, prospekts, bulvāris, gatve, ceļš, laukums, šoseja, dambis`,
    units: words`dz, dzīvoklis, stāvs, korpuss, ēka`,
  },
  dates: { births: words`dzimis, dzimusi, dzimšanas~, dzimšanas datums, dzim, dzimšanas diena` },
} satisfies Language
