import type { Language } from './language.ts'

export const lv = {
  code: 'lv',
  secrets: {
    password: 'parole, paroli, paroles, wifi parole, slepenais vārds',
    passphrase: 'paroles frāze, atkopšanas frāze, slepenā frāze',
    pin: `pin, pin kods, durvju kods, signalizācijas kods, vārtu kods, seifa kods, slēdzenes kods,
      atbloķēšanas kods`,
    codes: 'atkopšanas kodi, rezerves kodi, vienreizējie kodi',
    licence: `licences atslēga, licence, sērijas numurs, aktivizācijas kods, aktivizācijas atslēga, produkta atslēga,
      atkopšanas atslēga`,
    weak: 'api atslēga, slepenā atslēga, privātā atslēga',
    code: 'kods, kodu, kombinācija',
    key: 'atslēga',
  },
  names: { inflected: 'parole, paroles, licence, kombinācija', ambiguous: 'licence, sērijas numurs, parole' },
  sentences: {
    verbs: 'ir, tagad ir, ir tagad, bija, nomainīta uz, nomainījām uz, mainīta uz, lieto, ievadi',
    prepositions: 'uz, no, ar, pie, mūsu, mana',
  },
  clauses: { verbs: 'ir', to: 'uz' },
  codes: {
    places: 'durv, signaliz, vārt, seif, slēdzen, garāž, atslēg, lift, velosipēd, kofer, skap, biroj, telefon',
  },
  payment: {
    cards: 'karte, kartes, karti, kartei, kartes numurs, kredītkart~, bankas kart~',
    securityCodes: 'drošības kods, drošības kodu, cipari aizmugurē, aizmugurē, cipari kartes otrā~',
    accountNumbers: 'konta numurs, konta nr, bankas konts, norēķinu konts, konta numuru, konts nr',
    accounts: 'konts, kontu, kontā, konta',
    otherNumbers: 'pasūtījum~, rēķin~, sūtījum~, sērijas, preces, paka',
  },
  personal: {
    phones: 'tālrunis~, tālruņa~, tel, telefon~, mob, mobil~, zvan~, numurs, tālr, numuru',
    passports: 'pase, pases~, pasi, pases nr',
    drivingLicences: 'vadītāja apliecīb~, autovadītāja~',
    plates: 'numura zīme~, reģistrācijas numurs, reģ nr, auto numurs, valsts numurs, numurzīme',
    identityNumbers: 'personas kod~, personas apliecīb~, id karte, id kartes, nodokļu maksātāja~, reģ nr',
    addresses: 'adrese~, adresi, adresē, dzīvesviet~',
    residences: 'dzīvo, dzīvoju, dzīvojam, deklarēt~, piegād~, nosūtīt uz, pārceļas uz, mājas',
    streets: 'iela, ielā, ielas, prospekts, bulvāris, gatve, ceļš, laukums, šoseja, dambis',
    units: 'dz, dzīvoklis, stāvs, korpuss, ēka',
  },
  dates: { births: 'dzimis, dzimusi, dzimšanas~, dzimšanas datums, dzim, dzimšanas diena' },
} satisfies Language
