import { words, type Language } from './language.ts'

export const sr = {
  code: 'sr',
  secrets: {
    password: words`lozinka, лозинка, лозинку, лозинке, шифра, шифру, lozinke, lozinku, šifra, šifru, šifre, шифра за wifi,
      lozinka za wifi`,
    passphrase: words`fraza za oporavak, фраза за опоравак, pristupna fraza`,
    pin: words`пин, пин код, pin, pin kod, код за врата, kod za vrata, код аларма, kod alarma, kod za alarm,
      šifra sefa, код сефа, kod sefa`,
    codes: words`kodovi za oporavak, rezervni kodovi, кодови за опоравак, резервни кодови`,
    licence: words`licencni ključ, licenca, serijski broj, aktivacioni kod, aktivacioni ključ, лиценцни кључ,
      серијски број, кључ производа`,
    weak: words`api ključ, tajni ključ, privatni ključ, тајни кључ, приватни кључ, токен`,
    code: words`код, kod, kombinacija`,
    key: words`ključ, кључ`,
    lock: words`katanac`,
  },
  names: {
    compounded: words`lozinka`,
    inflected: words`lozinka, lozink, šifr, лозинк, шифр`,
    ambiguous: words`licenca, serijski broj, серијски број`,
  },
  sentences: {
    verbs: words`je, је, je sada, sada je, је сада, сада је, promenjena u, promenjena na, промењена у, bila je, glasi,
      гласи, koristi, unesi`,
    prepositions: words`na, do, od, za, за, на, u, у, од, sa, са`,
  },
  clauses: { verbs: words`je, је`, to: words`u, na, у, на` },
  codes: {
    places: words`vrat, врат, alarm, аларм, kapij, капиј, sef, сеф, garaž, гараж, ulaz, улаз, lift, лифт, ključ, кључ`,
  },
  payment: {
    cards: words`kartica~, kartice, karticu, karticom, картиц~, broj kartice, број картице`,
    securityCodes: words`sigurnosni kod, bezbednosni kod, сигурносни код, безбедносни код, brojevi na poleđini,
      cifre na poleđini, бројеви на полеђини`,
    accountNumbers: words`broj računa, žiro račun, tekući račun, број рачуна, жиро рачун, текући рачун,
      bankovni račun, račun broj, рачун број`,
    accounts: words`račun, računa, рачун, рачуна`,
    otherNumbers: words`porudžbin~, поруџбин~, pošiljk~, пошиљк~, faktur~, фактур~`,
  },
  personal: {
    phones: words`telefon~, tel, mob, mobilni, телефон~, тел, моб, мобилни, broj, број, pozovi, позови`,
    passports: words`pasoš~, пасош~`,
    drivingLicences: words`vozačk~, возачк~`,
    plates: words`registracij~, registarsk~, tablic~, регистраци~, регистарск~, таблиц~`,
    identityNumbers: words`jmbg, јмбг, lična karta, lične karte, лична карта, личне карте, pib, пиб, lk broj`,
    addresses: words`adres~, адрес~, prebivalište`,
    residences: words`stanuje, станује, živi na, živi u, живи на, живи у, пребивалиште, dostava na, достава на`,
    streets: words`ulica, ul, ulici, улица, ул, улици, bulevar, булевар, trg, трг`,
    units: words`stan, стан, sprat, спрат, ulaz, улаз`,
  },
  dates: { births: words`rođen~, rodjen~, рођен~, datum rođenja, датум рођења, rođendan~, рођендан~` },
} satisfies Language
