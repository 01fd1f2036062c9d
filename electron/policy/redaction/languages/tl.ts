import { words, type Language } from './language.ts'

export const tl = {
  code: 'tl',
  payment: {
    cards: words`card ko, numero ng card, credit card ko`,
    securityCodes: words`numero sa likod, tatlong numero sa likod`,
    accountNumbers: words`numero ng account, account ko, bank account ko, acct ko, gcash`,
    otherNumbers: words`order no`,
  },
  personal: {
    phones: words`numero ng telepono, cellphone, numero, tawag~, tawagan, tumawag, cp no, text mo`,
    passports: words`pasaporte`,
    drivingLicences: words`lisensya`,
    plates: words`plaka, plate no`,
    identityNumbers: words`philhealth, philsys, sss, sss no, tin no, umid, pag-ibig, gsis`,
    addresses: words`tirahan`,
    residences: words`nakatira sa, nakatira kami sa, bahay namin, ihatid sa, ipadala sa, tira sa`,
    streets: words`kalye, brgy, barangay, purok, sitio`,
    units: words`blk, lot, phase, unit`,
  },
  dates: { births: words`kaarawan, ipinanganak, petsa ng kapanganakan, kapanganakan, isinilang` },
  secrets: {
    password: words`hudyat`,
    pin: words`pin code, code ng gate, code ng pinto, code ng alarm`,
    codes: words`mga recovery code, mga backup code`,
    licence: words`license key, serial number`,
    code: words`kodigo`,
  },
  sentences: { verbs: words`ay, ngayon ay, pinalitan ng, na ngayon ay`, prepositions: words`ng, sa, ang, mga, para` },
  codes: { places: words`gate, pinto, alarm, garahe` },
} satisfies Language
