import type { Language } from './language.ts'

export const et = {
  code: 'et',
  secrets: {
    password: 'parool, parooli, paroolid, salasõna, salasõnad, wifi parool, võrguvõti',
    passphrase: 'paroolifraas, taastefraas, salafraas',
    pin: `pin, pin-kood, uksekood, ukse kood, häirekood, häire kood, valvekood, värava kood, seifi kood,
      luku kood, garaaži kood, avamiskood, lukukood`,
    codes: 'taastekoodid, varukoodid, ühekordsed koodid',
    licence: 'litsentsivõti, litsents, seerianumber, aktiveerimiskood, aktiveerimisvõti, tootevõti, taastevõti',
    weak: 'api-võti, api võti, salajane võti, privaatvõti',
    code: 'kood, koodi, kombinatsioon',
    key: 'võti',
  },
  sentences: {
    verbs: 'on, on nüüd, nüüd on, oli, muudeti, vahetati, kasuta, sisesta',
    prepositions: 'meie, minu, see',
  },
  names: {
    compounded: `kood, võti, parool, parooli, paroolid, salasõna, salasõnad, võrguvõti, paroolifraas, taastefraas,
      salafraas, pin-kood, uksekood, häirekood, valvekood, avamiskood, lukukood, kombinatsioon`,
    inflected: `parool, kood, salasõna, parooli, paroolid, salasõnad, võrguvõti, paroolifraas, taastefraas, salafraas,
      taastekoodid, varukoodid, litsentsivõti, litsents, seerianumber, aktiveerimiskood, aktiveerimisvõti,
      tootevõti, taastevõti, pin-kood, uksekood, häirekood, valvekood, avamiskood, lukukood, kombinatsioon`,
    ambiguous: 'litsents, seerianumber',
  },
  clauses: { verbs: 'on' },
  codes: {
    places: `uks, ukse, häire, valve, värav, seif, luk, garaaž, võtme, lift, ratta, kohvri, kapi, kontori, telefon,
      kelder, trepikoja`,
  },
  payment: {
    cards: 'kaart, kaardi~, kaardil~, kaardilt, kaardinumber, krediitkaart, pangakaart',
    securityCodes: 'turvakood~, kaardi turvakood, tagaküljel~, kontrollkood, numbrid kaardi taga~',
    accountNumbers: 'kontonumber~, pangakonto~, arvelduskonto~, konto nr, arveldusarve, a/a',
    accounts: 'konto~',
    otherNumbers: 'tellimus~, arve, arve nr, saadetis~, seerianumber, toode, pakk',
  },
  personal: {
    phones: 'telefon~, tel, mobiil~, helista~, number, telefoninumber~, mob, tel nr',
    passports: 'pass, passi~, passi nr, reisidokument',
    drivingLicences: 'juhiluba, juhiloa~, juhilubade',
    plates: 'numbrimärk~, registreerimisnumber~, reg nr, autonumber, reg märk',
    identityNumbers: 'isikukood~, id kaart, id kaardi, isikutunnistus~, registrikood',
    addresses: 'aadress~, elukoht',
    residences: 'elab, elan, elame, elukoha~, elukohaga, tarne~, saata, kolib, koju',
    streets: 'tänav, tn, tee, pst, puiestee, mnt, maantee, põik, plats, väljak, tänaval',
    units: 'korter, krt, korrus, maja',
  },
  dates: { births: 'sündinud, sünniaeg~, sünnipäev~, sünd, sünnikuupäev~, sündis' },
} satisfies Language
