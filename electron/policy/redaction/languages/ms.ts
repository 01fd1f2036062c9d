import { words, type Language } from './language.ts'

export const ms = {
  code: 'ms',
  secrets: {
    password: words`katalaluan, kata laluan, kata laluan wifi`,
    passphrase: words`frasa laluan, frasa pemulihan`,
    pin: words`pin, kod pin, kod pintu, kod penggera, kod pagar, kod peti besi, kod mangga, kod keselamatan, nombor pin`,
    codes: words`kod pemulihan, kod sandaran, kod kecemasan`,
    licence: words`kunci lesen, nombor siri, kod pengaktifan, kunci produk, kunci pemulihan`,
    weak: words`kunci api, kunci rahsia, kunci peribadi`,
    code: words`kod`,
  },
  sentences: {
    verbs: words`adalah, ialah, sekarang, ditukar kepada, ditukar ke`,
    prepositions: words`untuk, di, ke, dari`,
  },
  clauses: { verbs: words`adalah` },
  codes: { places: words`pintu, pagar, penggera, peti besi, mangga, garaj, pejabat, lif` },
  names: { ambiguous: words`nombor siri`, inflected: words`katalaluan` },
  payment: {
    cards: words`kad, kad kredit, kad debit, nombor kad, no kad`,
    securityCodes: words`kod keselamatan, nombor di belakang, tiga digit~, angka di belakang`,
    accountNumbers: words`nombor akaun, no akaun, akaun bank, akaun no, akaun simpanan, akaun semasa`,
    accounts: words`akaun`,
    otherNumbers: words`pesanan, invois, penghantaran, resit, siri, bungkusan`,
  },
  personal: {
    phones: words`telefon, tel, no tel, telefon bimbit, hubungi, nombor, no hp, no telefon`,
    passports: words`pasport, no pasport, nombor pasport`,
    drivingLicences: words`lesen memandu, lesen`,
    plates: words`plat, no plat, nombor plat, nombor pendaftaran, no pendaftaran, nombor kereta, no kereta`,
    identityNumbers: words`mykad, kad pengenalan, no kp, no ic, ic no, nombor ic, no k/p, kwsp, lhdn, cukai`,
    addresses: words`alamat, beralamat, kediaman`,
    residences: words`tinggal di, hantar ke, menetap di, pindah ke, rumah di`,
    streets: words`jalan, jln, lorong, lrg, taman, tmn, persiaran, lebuh, kampung, kg`,
    units: words`no, blok, tingkat, unit, poskod, apartmen`,
  },
  dates: { births: words`tarikh lahir, lahir, hari jadi, tkh lahir, hari lahir` },
} satisfies Language
