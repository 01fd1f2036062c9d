import { words, type Language } from './language.ts'

export const hu = {
  code: 'hu',
  secrets: {
    password: words`jelszó, jelszav, jelszava, jelszót, jelszavak, jelszavát, jelszavunk, wifi jelszó, wifi-jelszó,
      wifi kulcs, hálózati kulcs, titkos szó`,
    code: words`kód, kódja, kódot, kódok, kombináció`,
    passphrase: words`jelmondat, jelmondata, jelszómondat, helyreállító kifejezés, helyreállítási kifejezés,
      helyreállító szavak, 12 szó, 24 szó`,
    pin: words`pin, pin-kód, pin kód, pinkód, kapukód, ajtókód, riasztókód, riasztó kódja, széf kódja, széfkód, lakat,
      lakat kódja, kulcsszéf, kulcsdoboz, garázskód, feloldókód, feloldó kód, párosító kód, párosítási kód,
      hangposta, gyerekzár, szülői felügyelet, sim-kód, belépőkód, belépési kód, ellenőrző kód, átvételi kód,
      zárkód`,
    codes: words`helyreállító kódok, helyreállítási kódok, biztonsági kódok, tartalék kódok, vészhelyzeti kódok,
      egyszer használatos kódok`,
    licence: words`licenckulcs, licenckód, licencszám, licenc, sorozatszám, aktiválókulcs, aktiváló kulcs, aktiváló kód,
      aktiválási kód, aktiválókód, termékkulcs, termékkód, regisztrációs kulcs, regisztrációs kód,
      helyreállítási kulcs, helyreállító kulcs, beállítási kulcs`,
    weak: words`api-kulcs, api kulcs, titkos kulcs, privát kulcs, hozzáférési token, token, titkosítási kulcs`,
    key: words`kulcs`,
  },
  names: {
    inflected: words`jelszav, jelszó, kód, pin-kód, pinkód, kapukód, kulcs, jelmondat, licenckulcs, pin`,
    compounded: words`jelszó, kód, kulcs`,
  },
  codes: {
    places: words`ajt[óo], kapu, riaszt, széf, lakat, garázs, pince, kulcs, lift, kerékpár, bicikli, bőrönd, szekrény,
      iroda, bejárat, telefon, tablet, sim, bluetooth, lépcsőház, nyaral, tároló`,
    otherCodes: words`irányítószám, szín`,
    units: words`számjegy, karakter, nap, óra, perc, fő, forint, ft, év, darab`,
  },
  values: {
    ordinary: words`van, volt, lesz, nem, soha, mindig, új, régi, ugyanaz, elfelejtett, elveszett, megváltozott, kérdezd,
      kötelező, hibás, helyes, felhasználó, lejárt, ott, itt, csak, a, az, egy, hogy`,
  },
  sentences: {
    verbs: words`mostantól, most, ez, lett, volt, továbbra is, megváltozott erre, átállítva erre, módosítva erre,
      a következő, használd, írd be, add meg, beállítva, azaz, vagyis, legyen`,
    adverbs: words`most, mostantól, még mindig, továbbra is`,
    prepositions: words`a, az, egy, ez, ezt, mi, saját`,
    as: words`mint`,
    joiners: words`és, de, vagy`,
    and: words`és`,
    users: words`felhasználó`,
  },
  clauses: { verbs: words`lett, ez`, to: words`erre` },
} satisfies Language
