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
  names: { inflected: words`geslo, gesl, šifr`, ambiguous: words`licenca, serijska številka` },
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
} satisfies Language
