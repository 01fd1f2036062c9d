import { words, type Language } from './language.ts'

export const et = {
  code: 'et',
  secrets: {
    password: words`parool, parooli, paroolid, salasõna, salasõnad, wifi parool, võrguvõti`,
    passphrase: words`paroolifraas, taastefraas, salafraas`,
    pin: words`pin, pin-kood, uksekood, ukse kood, häirekood, häire kood, valvekood, värava kood, seifi kood,
      luku kood, garaaži kood, avamiskood, lukukood`,
    codes: words`taastekoodid, varukoodid, ühekordsed koodid`,
    licence: words`litsentsivõti, litsents, seerianumber, aktiveerimiskood, aktiveerimisvõti, tootevõti, taastevõti`,
    weak: words`api-võti, api võti, salajane võti, privaatvõti`,
    code: words`kood, koodi, kombinatsioon`,
    key: words`võti`,
  },
  sentences: {
    verbs: words`on, on nüüd, nüüd on, oli, muudeti, vahetati, kasuta, sisesta`,
    prepositions: words`meie, minu, see`,
  },
  names: {
    compounded: words`kood, võti, parool, parooli, paroolid, salasõna, salasõnad, võrguvõti, paroolifraas, taastefraas,
      salafraas, pin-kood, uksekood, häirekood, valvekood, avamiskood, lukukood, kombinatsioon`,
    inflected: words`parool, kood, salasõna, parooli, paroolid, salasõnad, võrguvõti, paroolifraas, taastefraas, salafraas,
      taastekoodid, varukoodid, litsentsivõti, litsents, seerianumber, aktiveerimiskood, aktiveerimisvõti,
      tootevõti, taastevõti, pin-kood, uksekood, häirekood, valvekood, avamiskood, lukukood, kombinatsioon`,
    ambiguous: words`litsents, seerianumber`,
  },
  clauses: { verbs: words`on` },
  codes: {
    places: words`uks, ukse, häire, valve, värav, seif, luk, garaaž, võtme, lift, ratta, kohvri, kapi, kontori, telefon,
      kelder, trepikoja`,
  },
  payment: {
    cards: words`kaart, kaardi~, kaardil~, kaardilt, kaardinumber, krediitkaart, pangakaart`,
    securityCodes: words`turvakood~, kaardi turvakood, tagaküljel~, kontrollkood, numbrid kaardi taga~`,
    accountNumbers: words`kontonumber~, pangakonto~, arvelduskonto~, konto nr, arveldusarve, a/a`,
    accounts: words`konto~`,
    otherNumbers: words`tellimus~, arve, arve nr, saadetis~, seerianumber, toode, pakk`,
  },
  personal: {
    phones: words`telefon~, tel, mobiil~, helista~, number, telefoninumber~, mob, tel nr`,
    passports: words`pass, passi~, passi nr, reisidokument`,
    drivingLicences: words`juhiluba, juhiloa~, juhilubade`,
    plates: words`numbrimärk~, registreerimisnumber~, reg nr, autonumber, reg märk`,
    identityNumbers: words`isikukood~, id kaart, id kaardi, isikutunnistus~, registrikood`,
    addresses: words`aadress~, elukoht`,
    residences: words`elab, elan, elame, elukoha~, elukohaga, tarne~, saata, kolib, koju`,
    streets: words`tänav, tn, tee, pst, puiestee, mnt, maantee, põik, plats, väljak, tänaval`,
    units: words`korter, krt, korrus, maja`,
  },
  dates: { births: words`sündinud, sünniaeg~, sünnipäev~, sünd, sünnikuupäev~, sündis` },
} satisfies Language
