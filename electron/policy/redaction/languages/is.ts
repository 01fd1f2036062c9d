import type { Language } from './language.ts'

export const is = {
  code: 'is',
  payment: {
    cards: 'kort, kortið, kortanúmer~, kreditkort~, debetkort~',
    securityCodes: 'öryggisnúmer~, öryggiskóð~, tölurnar aftan á',
    accountNumbers: 'reikningsnúmer~, bankareikning~, rn',
    accounts: 'reikning~',
    otherNumbers: 'pöntun~, sending~, raðnúmer~',
  },
  personal: {
    phones: 'sími, símanúmer~, síminn, gsm, hringdu~, farsími~',
    passports: 'vegabréf~',
    drivingLicences: 'ökuskírteini~',
    plates: 'bílnúmer~, skráningarnúmer~, númeraplat~',
    identityNumbers: 'kennitala~, kennitölu~, kt, nafnskírteini~',
    addresses: 'heimilisfang~, lögheimili~',
    residences: 'býr á, býr í, búsett~, heima á, sendist á, flytur á',
    streets: '~gata, ~götu, ~vegur, ~vegi, ~stígur, ~stígnum, ~braut, ~holt, ~hlíð',
    units: 'íbúð, hæð, pósthólf',
  },
  dates: { births: 'fædd~, fæðingardag~, afmæli~, fæðingardagur' },
  secrets: {
    password: 'lykilorð, lykilorðið, aðgangsorð',
    passphrase: 'lykilsetning, endurheimtarsetning',
    pin: 'pin-númer, pinnúmer, hurðarkóði, aðgangskóði, viðvörunarkóði',
    codes: 'endurheimtarkóðar, varakóðar',
    licence: 'leyfislykill, raðnúmer, virkjunarkóði, virkjunarlykill',
    weak: 'leynilykill, einkalykill',
    code: 'kóði, kóðinn, kóða',
    key: 'lykill',
  },
  sentences: { verbs: 'er, er núna, er nú, breytt í, var breytt í', prepositions: 'á, í, að, fyrir, með' },
  codes: { places: 'hurð, hlið, dyr, lás, bílskúr, lyft, skáp, spjaldtölv' },
  names: {
    inflected: `lykilorð, lykilorðið, aðgangsorð, lykilsetning, endurheimtarsetning, endurheimtarkóðar, varakóðar,
      leyfislykill, raðnúmer, virkjunarkóði, virkjunarlykill, pin-númer, pinnúmer, hurðarkóði, aðgangskóði,
      viðvörunarkóði, kóðinn`,
    compounded: `lykilorð, lykilorðið, aðgangsorð, lykilsetning, endurheimtarsetning, pin-númer, pinnúmer, hurðarkóði,
      aðgangskóði, viðvörunarkóði, kóðinn`,
  },
} satisfies Language
