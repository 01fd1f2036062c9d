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
  names: { ambiguous: words`nombor siri` },
} satisfies Language
