import { words, type Language } from './language.ts'

export const hr = {
  code: 'hr',
  secrets: {
    password: words`lozinka, lozinke, lozinku, lozinkom, zaporka, zaporke, zaporku, lozinka za wifi, šifra, šifru`,
    passphrase: words`fraza za oporavak, pristupna fraza, tajna fraza`,
    pin: words`pin, pin kod, šifra vrata, kod za vrata, kod alarma, šifra alarma, šifra sefa, kod sefa, kod za garažu,
      kod za ulaz, kod za otključavanje`,
    codes: words`kodovi za oporavak, rezervni kodovi, sigurnosni kodovi`,
    licence: words`licencni ključ, licenca, serijski broj, aktivacijski kod, aktivacijski ključ, ključ proizvoda,
      ključ za oporavak`,
    weak: words`api ključ, tajni ključ, privatni ključ, token`,
    code: words`kod, kôd, kombinacija`,
    key: words`ključ`,
    lock: words`lokot, ključarnik`,
  },
  names: {
    compounded: words`lozinka`,
    inflected: words`lozinka, lozink, zapork, šifr`,
    ambiguous: words`licenca, serijski broj`,
  },
  sentences: {
    verbs: words`je, je sada, sada je, glasi, promijenjena u, promijenjeno u, promijenili smo u, bila je, koristi, upiši,
      unesi`,
    prepositions: words`na, do, od, za, u, sa, s`,
    as: words`kao`,
  },
  clauses: { verbs: words`je, glasi`, to: words`u, na` },
  codes: {
    places: words`vrat, alarm, kapij, sef, garaž, ulaz, lift, ključ, lokot, podrum, bicikl, kovčeg, ormarić, ured,
      telefon, tablet`,
  },
} satisfies Language
