import type { Language } from './language.ts'

export const lt = {
  code: 'lt',
  secrets: {
    password: 'slaptažodis, slaptažodį, slaptažodžiai, slaptažodžio, wifi slaptažodis, slaptas žodis',
    passphrase: 'slaptafrazė, atkūrimo frazė, slapta frazė',
    pin: `pin, pin kodas, durų kodas, signalizacijos kodas, vartų kodas, seifo kodas, spynos kodas,
      laiptinės kodas, atrakinimo kodas`,
    codes: 'atkūrimo kodai, atsarginiai kodai, vienkartiniai kodai',
    licence: `licencijos raktas, licencija, serijos numeris, aktyvinimo kodas, aktyvinimo raktas, produkto raktas,
      atkūrimo raktas`,
    weak: 'api raktas, slaptas raktas, privatus raktas, prieigos raktas',
    code: 'kodas, kodą, kombinacija',
    key: 'raktas',
  },
  names: {
    inflected: 'slaptažod, slaptažodis, slaptažodį, slaptažodžiai, slaptažodžio, slaptafrazė, licencija, kombinacija',
    ambiguous: 'licencija, serijos numeris',
  },
  sentences: {
    verbs: 'yra, dabar, dabar yra, yra dabar, pakeistas į, pakeitėme į, buvo, naudok, įvesk',
    prepositions: 'į, iš, su, prie, nuo, mūsų, mano',
  },
  clauses: { verbs: 'yra, dabar', to: 'į' },
  codes: {
    places: 'dur, signaliz, vart, seif, spyn, laiptin, garaž, rakt, lift, dvirači, lagamin, spint, biur, telefon',
  },
  payment: {
    cards: 'kortelė~, kortelės, kortelę, kortele, kortelės numeris, kredito kortel~, banko kortel~',
    securityCodes: `saugos kod~, apsaugos kod~, skaičiai kitoje~, kitoje pusėje, saugumo kod~,
      skaičiai nugarėlėje`,
    accountNumbers: `sąskaitos numer~, sąskaitos nr, banko sąskait~, sąskaita nr, atsiskaitomoji sąskaita,
      sask nr`,
    accounts: 'sąskaita, sąskaitą, sąskaitos, sąsk',
    otherNumbers: 'užsakym~, sąskaita faktūra, siunt~, serijos, prekės, detalė',
  },
  personal: {
    phones: 'telefon~, tel, mob, mobil~, skambin~, numeris, numeriu, tel nr, faksas',
    passports: 'pasas, paso~, pasą, paso nr, paso numeris',
    drivingLicences: 'vairuotojo pažymėjim~, vairuotojo~',
    plates: `valstybinis numer~, valst nr, valst numeris, automobilio numer~, valstybiniai numer~,
      registracijos numer~`,
    identityNumbers: `asmens kod~, asmens tapatybės~, tapatybės kortel~, id kortel~, įmonės kodas, sodros~,
      pvm kod~`,
    addresses: 'adres~, gyvename, gyvenamoji~, gyvenamosios~, namų adres~',
    residences: 'gyvena, gyvenu, deklaruot~, pristaty~, siųsti į, persikrausto',
    streets: `gatvė, g, gatvėje, gatvės, pr, prospektas, al, alėja, aikštė, pl, plentas, kelias, skersgatvis,
      takas`,
    units: 'bt, but, butas, aukštas, namas',
  },
  dates: { births: 'gimęs, gimusi, gimimo~, gimimo data, gim, gimtadienis~, gimė' },
} satisfies Language
