import { words, type Language } from './language.ts'

export const sk = {
  code: 'sk',
  secrets: {
    password: words`heslo, hesla, heslom, hesle, hesiel, heslo na wifi, heslo k wifi, kľúč wifi, tajné slovo`,
    code: words`kód, kódom`,
    passphrase: words`heslová fráza, prístupová fráza, fráza na obnovenie, 12 slov, 24 slov`,
    pin: words`pin, pin kód, kód od dverí, kód na bráne, kód od brány, kód alarmu, kód k alarmu, kód od sejfu,
      kód trezora, kód zámku, kód od garáže, odomykací kód, párovací kód, prístupový kód, bezpečnostný kód,
      overovací kód`,
    codes: words`záložné kódy, obnovovacie kódy, núdzové kódy, jednorazové kódy, kódy na obnovenie`,
    licence: words`licenčný kľúč, licenčný kód, licencia, sériové číslo, aktivačný kľúč, aktivačný kód, produktový kľúč,
      registračný kľúč, kľúč na obnovenie`,
    weak: words`api kľúč, tajný kľúč, súkromný kľúč, prístupový token, token`,
    key: words`kľúč`,
    lock: words`schránka na kľúče`,
  },
  sentences: {
    verbs: words`je, je teraz, teraz je, znie, bolo, zmenené na, zmenili sme na, zmenil som na, nastavené na, použi,
      zadaj, zadajte, sú, teda`,
    prepositions: words`na, do, od, k, ku, u, v, vo, z, zo, s, so, pre, po, pri, náš, naše, moje, o`,
    adverbs: words`teraz, stále, vždy`,
    as: words`ako`,
    joiners: words`a, ale, na`,
  },
  clauses: {
    verbs: words`je, znie`,
    to: words`na`,
  },
  codes: {
    places: words`dver, brán, alarm, sejf, trezor, zám, garáž, pivnic, schránk, kľúč, výťah, telefón, sim`,
  },
  names: { inflected: words`hesl, heslo, kód`, ambiguous: words`licencia, sériové číslo` },
  values: {
    ordinary: words`je, sú, bolo, na, v, vo, u, do, od, s, so, nie, nikdy, vždy, nové, staré, rovnaké, zabudnuté, zmenené,
      uložené, spýtaj, povinné, používateľ`,
  },
  answers: {
    questions: words`bezpečnostn\p{L}+ otázk\p{L}+, kontroln\p{L}+ otázk\p{L}+`,
    topics: words`za slobodna, prvé zviera\p{L}*, prvé auto, obľúben\p{L}+ \p{L}+`,
    said: words`napísal som, odpoveď je, odpoveď, je`,
    labels: words`odpoveď, o`,
  },
  openers: {
    verbs: words`otvára, otvorí, otvoríš, odomyká, odomkne, odblokuje, vypne alarm, deaktivuje, dostaneš sa`,
    entry: words`účet, portál, stránk, server, router, počítač, obrazovk, sieť, wifi`,
  },
} satisfies Language
