import type { Language } from './language.ts'

export const ms = {
  code: 'ms',
  secrets: {
    password: 'katalaluan, kata laluan, kata laluan wifi',
    passphrase: 'frasa laluan, frasa pemulihan',
    pin: 'pin, kod pin, kod pintu, kod penggera, kod pagar, kod peti besi, kod mangga, kod keselamatan, nombor pin',
    codes: 'kod pemulihan, kod sandaran, kod kecemasan',
    licence: 'kunci lesen, nombor siri, kod pengaktifan, kunci produk, kunci pemulihan',
    weak: 'kunci api, kunci rahsia, kunci peribadi',
    code: 'kod',
  },
  sentences: {
    verbs: 'adalah, ialah, sekarang, ditukar kepada, ditukar ke',
    prepositions: 'untuk, di, ke, dari',
  },
  clauses: { verbs: 'adalah' },
  codes: { places: 'pintu, pagar, penggera, peti besi, mangga, garaj, pejabat, lif' },
  names: { ambiguous: 'nombor siri', inflected: 'katalaluan' },
  payment: {
    cards: 'kad, kad kredit, kad debit, nombor kad, no kad',
    securityCodes: 'kod keselamatan, nombor di belakang, tiga digit~, angka di belakang',
    accountNumbers: 'nombor akaun, no akaun, akaun bank, akaun no, akaun simpanan, akaun semasa',
    accounts: 'akaun',
    otherNumbers: 'pesanan, invois, penghantaran, resit, siri, bungkusan',
  },
  personal: {
    phones: 'telefon, tel, no tel, telefon bimbit, hubungi, nombor, no hp, no telefon',
    passports: 'pasport, no pasport, nombor pasport',
    drivingLicences: 'lesen memandu, lesen',
    plates: 'plat, no plat, nombor plat, nombor pendaftaran, no pendaftaran, nombor kereta, no kereta',
    identityNumbers: 'mykad, kad pengenalan, no kp, no ic, ic no, nombor ic, no k/p, kwsp, lhdn, cukai',
    addresses: 'alamat, beralamat, kediaman',
    residences: 'tinggal di, hantar ke, menetap di, pindah ke, rumah di',
    streets: 'jalan, jln, lorong, lrg, taman, tmn, persiaran, lebuh, kampung, kg',
    units: 'no, blok, tingkat, unit, poskod, apartmen',
  },
  dates: { births: 'tarikh lahir, lahir, hari jadi, tkh lahir, hari lahir' },
} satisfies Language
