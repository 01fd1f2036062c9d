import { words, type Language } from './language.ts'

export const is = {
  code: 'is',
  payment: {
    cards: words`kort, kortið, kortanúmer~, kreditkort~, debetkort~`,
    securityCodes: words`öryggisnúmer~, öryggiskóð~, tölurnar aftan á`,
    accountNumbers: words`reikningsnúmer~, bankareikning~, rn`,
    accounts: words`reikning~`,
    otherNumbers: words`pöntun~, sending~, raðnúmer~`,
  },
  personal: {
    phones: words`sími, símanúmer~, síminn, gsm, hringdu~, farsími~`,
    passports: words`vegabréf~`,
    drivingLicences: words`ökuskírteini~`,
    plates: words`bílnúmer~, skráningarnúmer~, númeraplat~`,
    identityNumbers: words`kennitala~, kennitölu~, kt, nafnskírteini~`,
    addresses: words`heimilisfang~, lögheimili~`,
    residences: words`býr á, býr í, búsett~, heima á, sendist á, flytur á`,
    streets: words`~gata, ~götu, ~vegur, ~vegi, ~stígur, ~stígnum, ~braut, ~holt, ~hlíð`,
    units: words`íbúð, hæð, pósthólf`,
  },
  dates: { births: words`fædd~, fæðingardag~, afmæli~, fæðingardagur` },
  secrets: {
    password: words`lykilorð, lykilorðið, aðgangsorð`,
    passphrase: words`lykilsetning, endurheimtarsetning`,
    pin: words`pin-númer, pinnúmer, hurðarkóði, aðgangskóði, viðvörunarkóði`,
    codes: words`endurheimtarkóðar, varakóðar`,
    licence: words`leyfislykill, raðnúmer, virkjunarkóði, virkjunarlykill`,
    weak: words`leynilykill, einkalykill`,
    code: words`kóði, kóðinn, kóða`,
    key: words`lykill`,
  },
  sentences: { verbs: words`er, er núna, er nú, breytt í, var breytt í`, prepositions: words`á, í, að, fyrir, með` },
  codes: { places: words`hurð, hlið, dyr, lás, bílskúr, lyft, skáp, spjaldtölv` },
  names: {
    inflected: words`lykilorð, lykilorðið, aðgangsorð, lykilsetning, endurheimtarsetning, endurheimtarkóðar, varakóðar,
      leyfislykill, raðnúmer, virkjunarkóði, virkjunarlykill, pin-númer, pinnúmer, hurðarkóði, aðgangskóði,
      viðvörunarkóði, kóðinn`,
    compounded: words`lykilorð, lykilorðið, aðgangsorð, lykilsetning, endurheimtarsetning, pin-númer, pinnúmer, hurðarkóði,
      aðgangskóði, viðvörunarkóði, kóðinn`,
  },
} satisfies Language
