import { words, type Language } from './language.ts'

export const fi = {
  code: 'fi',
  secrets: {
    password: words`salasana, tunnussana`,
    pin: words`pin-koodi, ovikoodi`,
    code: words`koodi`,
    weak: words`api-avain`,
  },
  names: { compounded: words`salasana`, inflected: words`salasana, tunnussana` },
  values: { ordinary: words`väärä` },
  sentences: { verbs: words`on` },
  clauses: { verbs: words`on` },
  codes: { verbs: words`on` },
  personal: { phone: words`puhelin` },
  dates: { birth: words`syntynyt` },
} satisfies Language
