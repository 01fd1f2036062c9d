import { words, type Language } from './language.ts'

export const lt = {
  code: 'lt',
  secrets: {
    password: words`slaptažodis, slaptažodį, slaptažodžiai, slaptažodžio, wifi slaptažodis, slaptas žodis`,
    passphrase: words`slaptafrazė, atkūrimo frazė, slapta frazė`,
    pin: words`pin, pin kodas, durų kodas, signalizacijos kodas, vartų kodas, seifo kodas, spynos kodas,
      laiptinės kodas, atrakinimo kodas`,
    codes: words`atkūrimo kodai, atsarginiai kodai, vienkartiniai kodai`,
    licence: words`licencijos raktas, licencija, serijos numeris, aktyvinimo kodas, aktyvinimo raktas, produkto raktas,
      atkūrimo raktas`,
    weak: words`api raktas, slaptas raktas, privatus raktas, prieigos raktas`,
    code: words`kodas, kodą, kombinacija`,
    key: words`raktas`,
  },
  names: {
    inflected: words`slaptažod, slaptažodis, slaptažodį, slaptažodžiai, slaptažodžio, slaptafrazė, licencija, kombinacija`,
    ambiguous: words`licencija, serijos numeris`,
  },
  sentences: {
    verbs: words`yra, dabar, dabar yra, yra dabar, pakeistas į, pakeitėme į, buvo, naudok, įvesk`,
    prepositions: words`į, iš, su, prie, nuo, mūsų, mano`,
  },
  clauses: { verbs: words`yra, dabar`, to: words`į` },
  codes: {
    places: words`dur, signaliz, vart, seif, spyn, laiptin, garaž, rakt, lift, dvirači, lagamin, spint, biur, telefon`,
  },
  payment: {
    cards: words`kortelė~, kortelės, kortelę, kortele, kortelės numeris, kredito kortel~, banko kortel~`,
    securityCodes: words`saugos kod~, apsaugos kod~, skaičiai kitoje~, kitoje pusėje, saugumo kod~,
      skaičiai nugarėlėje`,
    accountNumbers: words`sąskaitos numer~, sąskaitos nr, banko sąskait~, sąskaita nr, atsiskaitomoji sąskaita,
      sask nr`,
    accounts: words`sąskaita, sąskaitą, sąskaitos, sąsk`,
    otherNumbers: words`užsakym~, sąskaita faktūra, siunt~, serijos, prekės, detalė`,
  },
  personal: {
    phones: words`telefon~, tel, mob, mobil~, skambin~, numeris, numeriu, tel nr, faksas`,
    passports: words`pasas, paso~, pasą, paso nr, paso numeris`,
    drivingLicences: words`vairuotojo pažymėjim~, vairuotojo~`,
    plates: words`valstybinis numer~, valst nr, valst numeris, automobilio numer~, valstybiniai numer~,
      registracijos numer~`,
    identityNumbers: words`asmens kod~, asmens tapatybės~, tapatybės kortel~, id kortel~, įmonės kodas, sodros~,
      pvm kod~`,
    addresses: words`adres~, gyvename, gyvenamoji~, gyvenamosios~, namų adres~`,
    residences: words`gyvena, gyvenu, deklaruot~, pristaty~, siųsti į, persikrausto`,
    streets: words`gatvė, g, gatvėje, gatvės, pr, prospektas, al, alėja, aikštė, pl, plentas, kelias, skersgatvis,
      takas`,
    units: words`bt, but, butas, aukštas, namas`,
  },
  dates: { births: words`gimęs, gimusi, gimimo~, gimimo data, gim, gimtadienis~, gimė` },
} satisfies Language
