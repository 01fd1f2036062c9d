import type { Language } from './language.ts'

export const sl = {
  code: 'sl',
  secrets: {
    password: 'geslo, gesla, geslom, geslu, geslo za wifi, šifra, šifro',
    passphrase: 'geselna fraza, obnovitvena fraza, skrivna fraza',
    pin: `pin, pin koda, koda za vrata, koda alarma, šifra sefa, koda sefa, koda za garažo, koda za odklepanje,
      vhodna koda`,
    codes: 'obnovitvene kode, rezervne kode, varnostne kode',
    licence: `licenčni ključ, licenca, serijska številka, aktivacijska koda, aktivacijski ključ, ključ izdelka,
      obnovitveni ključ`,
    weak: 'api ključ, skrivni ključ, zasebni ključ, žeton',
    code: 'koda, kodo, kombinacija',
    key: 'ključ',
    lock: 'ključavnica',
  },
  names: {
    inflected: 'geslo, gesl, šifr, šifra, šifro, licenca, kombinacija, ključavnica',
    ambiguous: 'licenca, serijska številka',
  },
  sentences: {
    verbs: `je, je zdaj, zdaj je, je sedaj, sedaj je, se glasi, spremenjeno v, spremenili smo v, uporabi, vpiši,
      vnesi`,
    prepositions: 'na, do, od, za, v, z, s, pri',
    as: 'kot',
  },
  clauses: { verbs: 'je', to: 'v, na' },
  codes: {
    places: 'vrat, alarm, sef, garaž, vhod, dvigal, ključ, klet, kolo, kovč, omar, pisarn, telefon',
  },
  payment: {
    cards: 'kartica~, kartice, kartico, številka kartice',
    securityCodes: 'varnostna koda, varnostno kodo, številke na hrbtni~, številke zadaj, kontrolna koda',
    accountNumbers: 'številka računa, št računa, bančni račun, trr, transakcijski račun, račun št',
    accounts: 'račun, računa',
    otherNumbers: 'naročil~, račun št za, pošiljk~, serijska, artikel',
  },
  personal: {
    phones: 'telefon~, tel, mobi~, gsm, pokliči~, številka, tel št',
    passports: 'potni list, potnega lista, potn~',
    drivingLicences: 'vozniško~, vozniško dovoljenje, vozniškega~',
    plates: 'registrska~, registrsk~, tablic~, reg št',
    identityNumbers: `emšo, emso, davčna številka, davčna, osebna izkaznica, osebne izkaznice, zzzs, kzz,
      dav št`,
    addresses: 'naslov~, prebivališče',
    residences: 'stanuje, stanujem, živi na, živi v, prebiva, dostava na, dostaviti na, stanujoč~, preselil~ na',
    streets: 'ulica, ul, ulici, cesta, cesti, trg, pot, naselje, nabrežje',
    units: 'stanovanje, nadstropje, vhod',
  },
  dates: { births: 'rojen~, datum rojstva, rojstni dan, roj, rojstvo' },
} satisfies Language
