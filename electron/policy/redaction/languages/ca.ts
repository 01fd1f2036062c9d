import type { Language } from './language.ts'

export const ca = {
  code: 'ca',
  payment: {
    cards: 'targeta~, targetes, número de targeta, número de la targeta',
    securityCodes: 'codi de seguretat, dígits del darrere, números del darrere, tres dígits, codi del darrere',
    accountNumbers: `número de compte, núm de compte, compte corrent, compte bancari, compte núm, núm compte,
      compte d'estalvi~, número del compte`,
    accounts: 'compte',
    otherNumbers: 'comanda~, factura~, enviament, sèrie, tiquet',
  },
  personal: {
    phones: 'telèfon~, tel, mòbil, truca~, fix, número',
    passports: 'passaport~',
    drivingLicences: 'carnet de conduir, permís de conduir',
    plates: 'matrícula~',
    identityNumbers: "dni, nie, nif, targeta sanitària, cip, seguretat social, document d'identitat",
    addresses: 'adreça, domicili, resident a, resideix a, enviar a',
    residences: 'viu a, viu al, visc al, viuen al, visc a, viuen a, lliurar a, lliurament a',
    streets: 'carrer, c/, avinguda, avda, plaça, passeig, pg, rambla, ronda, travessera, camí, carretera',
    units: 'pis, porta, escala, baixos, cp',
  },
  dates: { births: 'data de naixement, nascut~, nascuda, nascut el, naixement, aniversari, va néixer' },
  secrets: {
    password: 'contrasenya, contrasenyes, clau del wifi, paraula de pas',
    passphrase: 'frase de contrasenya, frase de recuperació',
    pin: "codi de la porta, codi pin, codi de l'alarma, codi del portal, codi de la caixa forta, codi d'accés",
    codes: 'codis de recuperació, codis de seguretat',
    licence: "clau de llicència, número de sèrie, clau d'activació, codi d'activació, clau de producte",
    weak: 'clau privada, clau api, clau secreta, testimoni',
    code: 'codi, combinació',
    key: 'clau',
  },
  sentences: {
    verbs: 'és, és ara, ara és, ha canviat a, canviada per, canviat a',
    prepositions: 'de, del, al, a, en, amb, per, el, la, els, les, un, una',
  },
  codes: { places: 'porta, portal, garatge, alarma, caixa, cadenat, ascensor, oficina, tauleta' },
  answers: {
    questions: 'pregunt[ae]s? de seguretat',
    topics: 'primera mascota, primer cotxe, cognom de soltera',
    said: 'resposta, és',
    labels: 'respost[ae]s?, r',
  },
} satisfies Language
