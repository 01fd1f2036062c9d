import { words, type Language } from './language.ts'

export const sq = {
  code: 'sq',
  payment: {
    cards: words`karta, kartë, kartës, kartën, numri i kartës`,
    securityCodes: words`kodi i sigurisë, shifrat mbrapa, kodi mbrapa`,
    accountNumbers: words`numri i llogarisë, nr i llogarisë, llogaria bankare, llogarisë, numri llogarisë`,
    accounts: words`llogari~`,
    otherNumbers: words`porosi~, faturë~, dërges~`,
  },
  personal: {
    phones: words`telefon~, tel, cel, numri, celular~, numri i telefonit`,
    passports: words`pasaport~`,
    drivingLicences: words`patent~, leje drejtimi~, lejedrejtimi~`,
    plates: words`targa~, targë, targat`,
    identityNumbers: words`numri personal, nid, letërnjoftim~, kartë identiteti, nipt, nuis, numri i identitetit`,
    addresses: words`adres~`,
    residences: words`banon në, jeton në, banesa, banoj në, banim`,
    streets: words`rruga, rr, rrugën, bulevardi, sheshi, lagjja`,
    units: words`ap, kati, pallati, nr, hyrja`,
  },
  dates: { births: words`lindur, data e lindjes, datëlindja~, lindi, ditëlindja, datelindja` },
  secrets: {
    password: words`fjalëkalimi, fjalëkalim, fjalëkalimin`,
    passphrase: words`frazë kalimi, fraza e rikuperimit`,
    pin: words`kodi pin, kodi i derës, kodi i alarmit, kodi i hyrjes`,
    codes: words`kodet e rikuperimit, kodet rezervë`,
    licence: words`çelësi i licencës, numri serial, kodi i aktivizimit`,
    weak: words`çelësi privat, çelësi sekret`,
    code: words`kodi, kod`,
    key: words`çelësi`,
  },
  sentences: {
    verbs: words`është, është tani, tani është, u ndryshua në`,
    prepositions: words`i, e, të, për, në, me, nga`,
  },
  codes: { places: words`derë, derës, alarm, port, garazh, kasafort, hyrje, ashensor` },
  names: { inflected: words`fjalëkalimi, fjalëkalim, fjalëkalimin` },
} satisfies Language
