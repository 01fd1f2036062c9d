import { words, type Language } from './language.ts'

export const nl = {
  code: 'nl',
  secrets: {
    password: words`wachtwoord, netwerksleutel`,
    pin: words`pincode, herstelcode, toegangscode, deurcode, poortcode, alarmcode`,
    code: words`code, codes`,
    key: words`sleutel`,
    weak: words`api sleutel, api-sleutel`,
  },
  names: { compounded: words`wachtwoord, code, alarmcode` },
  values: { ordinary: words`verlopen, onjuist, fout, vereist, verplicht, vergeten, zwak, sterk` },
  sentences: { verbs: words`is`, prepositions: words`voor, van`, joiners: words`en` },
  codes: { verbs: words`is`, places: words`deur, poort, kluis` },
  doors: { opened: words`deur, kluis`, with: words`met` },
  payment: { account: { names: words`rekeningnummer` } },
  personal: { phone: words`telefoon, gsm, nummer`, numbered: words`versie`, passports: words`paspoort` },
  dates: { months: words`mei`, birth: words`geboortedatum`, birthFollowers: words`op` },
} satisfies Language
