import type { Language } from './language.ts'

export const sq = {
  code: 'sq',
  payment: {
    cards: 'karta, kartë, kartës, kartën, numri i kartës',
    securityCodes: 'kodi i sigurisë, shifrat mbrapa, kodi mbrapa',
    accountNumbers: 'numri i llogarisë, nr i llogarisë, llogaria bankare, llogarisë, numri llogarisë',
    accounts: 'llogari~',
    otherNumbers: 'porosi~, faturë~, dërges~',
  },
  personal: {
    phones: 'telefon~, tel, cel, numri, celular~, numri i telefonit',
    passports: 'pasaport~',
    drivingLicences: 'patent~, leje drejtimi~, lejedrejtimi~',
    plates: 'targa~, targë, targat',
    identityNumbers: 'numri personal, nid, letërnjoftim~, kartë identiteti, nipt, nuis, numri i identitetit',
    addresses: 'adres~',
    residences: 'banon në, jeton në, banesa, banoj në, banim',
    streets: 'rruga, rr, rrugën, bulevardi, sheshi, lagjja',
    units: 'ap, kati, pallati, nr, hyrja',
  },
  dates: { births: 'lindur, data e lindjes, datëlindja~, lindi, ditëlindja, datelindja' },
  secrets: {
    password: 'fjalëkalimi, fjalëkalim, fjalëkalimin',
    passphrase: 'frazë kalimi, fraza e rikuperimit',
    pin: 'kodi pin, kodi i derës, kodi i alarmit, kodi i hyrjes',
    codes: 'kodet e rikuperimit, kodet rezervë',
    licence: 'çelësi i licencës, numri serial, kodi i aktivizimit',
    weak: 'çelësi privat, çelësi sekret',
    code: 'kodi, kod',
    key: 'çelësi',
  },
  sentences: {
    verbs: 'është, është tani, tani është, u ndryshua në',
    prepositions: 'i, e, të, për, në, me, nga',
  },
  codes: { places: 'derë, derës, alarm, port, garazh, kasafort, hyrje, ashensor' },
  names: { inflected: 'fjalëkalimi, fjalëkalim, fjalëkalimin' },
} satisfies Language
