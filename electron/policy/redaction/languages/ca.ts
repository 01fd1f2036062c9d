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
    residences: words`viu a, viu al, visc al, viuen al, visc a, viuen a, lliurar a, lliurament a`,
    streets: words`carrer, c/, avinguda, avda, plaça, passeig, pg, rambla, ronda, travessera, camí, carretera`,
    units: words`pis, porta, escala, baixos, cp`,
  },
  dates: { births: words`data de naixement, nascut~, nascuda, nascut el, naixement, aniversari, va néixer` },
  secrets: {
    password: words`contrasenya, contrasenyes, clau del wifi, paraula de pas`,
    passphrase: words`frase de contrasenya, frase de recuperació`,
    pin: words`codi de la porta, codi pin, codi de l'alarma, codi del portal, codi de la caixa forta, codi d'accés`,
    codes: words`codis de recuperació, codis de seguretat`,
    licence: words`clau de llicència, número de sèrie, clau d'activació, codi d'activació, clau de producte`,
    weak: words`clau privada, clau api, clau secreta, testimoni`,
    code: words`codi, combinació`,
    key: words`clau`,
  },
  sentences: {
    verbs: words`és, és ara, ara és, ha canviat a, canviada per, canviat a`,
    prepositions: words`de, del, al, a, en, amb, per, el, la, els, les, un, una`,
  },
  codes: { places: words`porta, portal, garatge, alarma, caixa, cadenat, ascensor, oficina, tauleta` },
  answers: {
    questions: words`pregunt[ae]s? de seguretat`,
    topics: words`primera mascota, primer cotxe, cognom de soltera`,
    said: words`resposta, és`,
    labels: words`respost[ae]s?, r`,
  },
} satisfies Language
