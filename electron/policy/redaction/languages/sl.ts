import { words, type Language } from './language.ts'

export const sl = {
  code: 'sl',
  secrets: {
    password: words`geslo, gesla, geslom, geslu, geslo za wifi, šifra, šifro`,
    passphrase: words`geselna fraza, obnovitvena fraza, skrivna fraza`,
    pin: words`pin, pin koda, koda za vrata, koda alarma, šifra sefa, koda sefa, koda za garažo, koda za odklepanje,
      vhodna koda`,
    codes: words`obnovitvene kode, rezervne kode, varnostne kode`,
    licence: words`licenčni ključ, licenca, serijska številka, aktivacijska koda, aktivacijski ključ, ključ izdelka,
      obnovitveni ključ`,
    weak: words`api ključ, skrivni ključ, zasebni ključ, žeton`,
    code: words`koda, kodo, kombinacija`,
    key: words`ključ`,
    lock: words`ključavnica`,
  },
  names: {
    inflected: words`geslo, gesl, šifr, šifra, šifro, licenca, kombinacija, ključavnica`,
    ambiguous: words`licenca, serijska številka`,
  },
  sentences: {
    verbs: words`je, je zdaj, zdaj je, je sedaj, sedaj je, se glasi, spremenjeno v, spremenili smo v, uporabi, vpiši,
      vnesi`,
    prepositions: words`na, do, od, za, v, z, s, pri`,
    as: words`kot`,
  },
  clauses: { verbs: words`je`, to: words`v, na` },
  codes: {
    places: words`vrat, alarm, sef, garaž, vhod, dvigal, ključ, klet, kolo, kovč, omar, pisarn, telefon`,
  },
  payment: {
    cards: words`kartica~, kartice, kartico, številka kartice`,
    securityCodes: words`varnostna koda, varnostno kodo, številke na hrbtni~, številke zadaj, kontrolna koda`,
    accountNumbers: words`številka računa, št računa, bančni račun, trr, transakcijski račun, račun št`,
    accounts: words`račun, računa`,
    otherNumbers: words`naročil~, račun št za, pošiljk~, serijska, artikel`,
  },
  personal: {
    phones: words`telefon~, tel, mobi~, gsm, pokliči~, številka, tel št`,
    passports: words`potni list, potnega lista, potn~`,
    drivingLicences: words`vozniško~, vozniško dovoljenje, vozniškega~`,
    plates: words`registrska~, registrsk~, tablic~, reg št`,
    identityNumbers: words`emšo, emso, davčna številka, davčna, osebna izkaznica, osebne izkaznice, zzzs, kzz,
      dav št`,
    addresses: words`naslov~, prebivališče`,
    residences: words`stanuje, stanujem, živi na, živi v, prebiva, dostava na, dostaviti na, stanujoč~, preselil~ na`,
    streets: words`ulica, ul, ulici, cesta, cesti, trg, pot, naselje, nabrežje`,
    units: words`stanovanje, nadstropje, vhod`,
  },
  dates: { births: words`rojen~, datum rojstva, rojstni dan, roj, rojstvo` },
} satisfies Language
