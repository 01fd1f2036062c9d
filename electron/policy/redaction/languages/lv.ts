import { words, type Language } from './language.ts'

export const lv = {
  code: 'lv',
  secrets: {
    password: words`parole, paroli, paroles, wifi parole, slepenais vārds`,
    passphrase: words`paroles frāze, atkopšanas frāze, slepenā frāze`,
    pin: words`pin, pin kods, durvju kods, signalizācijas kods, vārtu kods, seifa kods, slēdzenes kods,
      atbloķēšanas kods`,
    codes: words`atkopšanas kodi, rezerves kodi, vienreizējie kodi`,
    licence: words`licences atslēga, licence, sērijas numurs, aktivizācijas kods, aktivizācijas atslēga, produkta atslēga,
      atkopšanas atslēga`,
    weak: words`api atslēga, slepenā atslēga, privātā atslēga`,
    code: words`kods, kodu, kombinācija`,
    key: words`atslēga`,
  },
  names: { inflected: words`parole`, ambiguous: words`licence, sērijas numurs, parole` },
  sentences: {
    verbs: words`ir, tagad ir, ir tagad, bija, nomainīta uz, nomainījām uz, mainīta uz, lieto, ievadi`,
    prepositions: words`uz, no, ar, pie, mūsu, mana`,
  },
  clauses: { verbs: words`ir`, to: words`uz` },
  codes: {
    places: words`durv, signaliz, vārt, seif, slēdzen, garāž, atslēg, lift, velosipēd, kofer, skap, biroj, telefon`,
  },
} satisfies Language
