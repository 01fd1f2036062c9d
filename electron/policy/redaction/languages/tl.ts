import type { Language } from './language.ts'

export const tl = {
  code: 'tl',
  payment: {
    cards: 'card ko, numero ng card, credit card ko',
    securityCodes: 'numero sa likod, tatlong numero sa likod',
    accountNumbers: 'numero ng account, account ko, bank account ko, acct ko, gcash',
    otherNumbers: 'order no',
  },
  personal: {
    phones: 'numero ng telepono, cellphone, numero, tawag~, tawagan, tumawag, cp no, text mo',
    passports: 'pasaporte',
    drivingLicences: 'lisensya',
    plates: 'plaka, plate no',
    identityNumbers: 'philhealth, philsys, sss, sss no, tin no, umid, pag-ibig, gsis',
    addresses: 'tirahan',
    residences: 'nakatira sa, nakatira kami sa, bahay namin, ihatid sa, ipadala sa, tira sa',
    streets: 'kalye, brgy, barangay, purok, sitio',
    units: 'blk, lot, phase, unit',
  },
  dates: { births: 'kaarawan, ipinanganak, petsa ng kapanganakan, kapanganakan, isinilang' },
  secrets: {
    password: 'hudyat',
    pin: 'pin code, code ng gate, code ng pinto, code ng alarm',
    codes: 'mga recovery code, mga backup code',
    licence: 'license key, serial number',
    code: 'kodigo',
  },
  sentences: { verbs: 'ay, ngayon ay, pinalitan ng, na ngayon ay', prepositions: 'ng, sa, ang, mga, para' },
  codes: { places: 'gate, pinto, alarm, garahe' },
} satisfies Language
