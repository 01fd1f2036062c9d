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
} satisfies Language
