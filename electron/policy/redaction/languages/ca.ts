import { words, type Language } from './language.ts'

export const ca = {
  code: 'ca',
  payment: {
    cards: words`targeta~, targetes, número de targeta, número de la targeta`,
    securityCodes: words`codi de seguretat, dígits del darrere, números del darrere, tres dígits, codi del darrere`,
    accountNumbers: words`número de compte, núm de compte, compte corrent, compte bancari, compte núm, núm compte,
      compte d'estalvi~, número del compte`,
    accounts: words`compte`,
    otherNumbers: words`comanda~, factura~, enviament, sèrie, tiquet`,
  },
  personal: {
    phones: words`telèfon~, tel, mòbil, truca~, fix, número`,
    passports: words`passaport~`,
    drivingLicences: words`carnet de conduir, permís de conduir`,
    plates: words`matrícula~`,
    identityNumbers: words`dni, nie, nif, targeta sanitària, cip, seguretat social, document d'identitat`,
    addresses: words`adreça, domicili, resident a, resideix a, enviar a`,
    residences: words`viu a, visc a, viuen a, lliurar a, lliurament a, carrer`,
    streets: words`carrer, c/, avinguda, avda, plaça, passeig, pg, rambla, ronda, travessera, camí, carretera`,
    units: words`pis, porta, escala, baixos, cp`,
  },
  dates: { births: words`data de naixement, nascut~, nascuda, nascut el, naixement, aniversari, va néixer` },
} satisfies Language
