import { words, type Language } from './language.ts'

export const fi = {
  code: 'fi',
  secrets: {
    password: words`salasana, tunnussana, salasanat, salasanan, wifi-salasana, verkkoavain, wlan-avain, tunnussanat,
      salainen sana, wifi-koodi`,
    pin: words`pin-koodi, ovikoodi, pin-koodin, pinkoodi, pin, hälytyskoodi, hälyttimen koodi, porttikoodi,
      alaoven koodi, avainlaatikko, avainlaatikon koodi, avainsäilö, avainboksi, lukon koodi, lukkokoodi,
      numerolukko, pyörän lukko, kassakaapin koodi, avauskoodi, suojakoodi, laiteparikoodi, parituskoodi,
      bluetooth-koodi, vastaajan koodi, lapsilukko, sim-koodi, noutokoodi, purkukoodi, näytön lukitus`,
    code: words`koodi`,
    weak: words`api-avain, salainen avain, yksityinen avain, salausavain, api-avaimen, pääsyavain, käyttöavain`,
    passphrase: words`tunnuslause, tunnuslauseke, salalause, palautuslause, palautussanat, salasanalause, 12 sanaa, 24 sanaa`,
    codes: words`palautuskoodit, varakoodit, varmuuskoodit, hätäkoodit, kertakäyttökoodit`,
    licence: words`lisenssiavain, lisenssikoodi, lisenssinumero, lisenssi, sarjanumero, aktivointikoodi, aktivointiavain,
      tuoteavain, tuotekoodi, rekisteröintikoodi, palautusavain, käyttöönottoavain, lahjakorttikoodi`,
    key: words`avain`,
  },
  names: {
    compounded: words`salasana, koodi, avain, tunnuslause`,
    inflected: words`salasana, tunnussana, koodi, pin-koodi, pinkoodi, ovikoodi, lisenssiavain, tunnuslause, hälytyskoodi,
      porttikoodi, palautuskood, varakood, avai`,
  },
  values: {
    ordinary: words`väärä, on, oli, ovat, ei, eikä, uusi, vanha, sama, unohtunut, kadonnut, vaihdettu, muutettu, tallessa,
      kirjoitettu, kysy, vaaditaan, oikea, käyttäjä, vanhentunut, aina, vain, nyt, löytyy, lukee, tiedossa`,
  },
  sentences: {
    verbs: words`on, on nyt, on edelleen, on yhä, on aina, oli, vaihdettiin, vaihtui, muutettiin, vaihdettu, asetettu,
      käytä, käytetään, syötä, näppäile, kirjoita, ovat, eli, nimittäin`,
    adverbs: words`nyt, edelleen, yhä, aina, taas`,
    prepositions: words`tämä, tuo, se, meidän, minun, sen`,
    as: words`on`,
    and: words`ja, sekä`,
    joiners: words`ja, mutta, kun`,
    users: words`käyttäjä, käyttäjätunnus, tunnus`,
  },
  clauses: { verbs: words`on` },
  codes: {
    verbs: words`on`,
    places: words`ove, portti, porti, hälyt, lukko, lukon, avain, kassakaap, autotall, kellar, varasto, pyörä, matkalauk,
      kaap, hiss, toimisto, puhelim, tabletti, sim, bluetooth, mökki, mökin, vene, sauna, pesutup`,
    otherCodes: words`posti, väri, virhe, viiva, alennus, maa`,
    units: words`numeroa, merkkiä, päivää, tuntia, minuuttia, kertaa, henkilöä, euroa, vuotta`,
  },
  personal: { phone: words`puhelin` },
  dates: { birth: words`syntynyt` },
} satisfies Language
