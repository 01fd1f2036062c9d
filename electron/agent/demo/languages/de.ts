import { CUES, SAVED } from './cues/de.ts'
import { type Language, NAME, whole, wholeWithCapitals, withSpace, wordSet } from './language.ts'
import { DE as replies } from './replies/de.ts'

const KIN =
  '(?:Schwester|Bruder|Mutter|Vater|Mama|Papa|Sohn|Tochter|Frau|Mann|Partner|Partnerin|Freund|Freundin|Cousin|Cousine|Tante|Onkel|Nichte|Neffe|Oma|Opa|Großmutter|Großvater|Chef|Chefin|Kollege|Kollegin|Nachbar|Nachbarin|Arzt|Ärztin|Hausarzt|Hausärztin|Zahnarzt|Zahnärztin|Lehrer|Lehrerin|Kind|Baby|Eltern|Kinder|Geschwister|Mitbewohner|Mitbewohnerin|Verlobter|Verlobte|Kumpel|Kumpeline|Schwager|Schwägerin|Schwiegermutter|Schwiegervater|Schwiegersohn|Schwiegertochter|Enkel|Enkelin|Enkelkind|Patenkind|Ex|Vermieter|Vermieterin|Therapeut|Therapeutin|Psychologe|Psychologin|Physiotherapeut|Physiotherapeutin|Physio|Trainer|Trainerin|Friseur|Friseurin|Tierarzt|Tierärztin|Anwalt|Anwältin|Steuerberater|Steuerberaterin|Vorgesetzte|Vorgesetzter|Lebensgefährte|Lebensgefährtin|Zwillingsbruder|Zwillingsschwester|Azubi|Mentor|Mentorin|Kommilitone|Kommilitonin|Omi|Opi|Mutti|Vati)'
const PET =
  '(?:Hund|Hündin|Windhund|Dackel|Meerschweinchen|Hase|Katze|Kater|Papagei|Hamster|Kaninchen|Pferd|Vogel|Haustier|Schildkröte)'
const THING =
  '(?:Name|Vorname|Nachname|Spitzname|Geburtstag|Geburtsdatum|Alter|Stadt|Wohnort|Heimatstadt|Land|Adresse|Straße|Postleitzahl|Telefonnummer|Handynummer|Nummer|E-Mail(?:-Adresse)?|Mail|Beruf|Job|Firma|Arbeitgeber|Schule|Universität|Hobby|Hobbys|Sprache|Muttersprache|Nationalität|Blutgruppe|Schuhgröße|Größe|Sternzeichen|Auto|Fahrrad|Team|Wohnung|Hochzeitstag|Allergie|Lieblings[\\p{L}-]+)'
const MY = '(?:mein|meine|meiner|meinem|meinen|unser|unsere)'
const MEMORY = String.raw`(?:(?:dein|deinen|deinem|deine|das|den|die|mein|meine|alle) )?(?:ganzes |gesamtes |ganzen |komplettes )?(?:Gedächtnis|Speicher|Erinnerungen|Notizen|Dateien|Daten)`
const SAVE = String.raw`(?:(?:merk|merke|notier|notiere|speicher|speichere|(?:schreib|schreibe)(?= (?:dir |es |das |bitte |mal )*auf)|(?:behalt|behalte)(?= .*(?:im Kopf|dass))|(?:halt|halte)(?= (?:das |bitte )*fest))(?: (?:es|das(?! (?:ich|wir|mein|unser|er |sie |ihr|sein|[A-ZÄÖÜ][\\p{L}]+ .))|dir|mir|bitte|auch|noch|mal|doch|auf|ab|fest|im Kopf))*|(?:erinnere|erinner) dich(?: bitte)?(?: daran)?|denk(?:e)? daran|vergiss nicht|vergiss bitte nicht|nicht vergessen|(?:dir )?(?:merken|notieren|aufschreiben|speichern)|notiz|wichtig)`
const FORGET = String.raw`(?:vergiss|lösch|lösche|entfern|entferne|streich|streiche)(?: bitte)?`
const PERSONAL = String.raw`(?:tanzt|singt|reitet|schwimmt|sammelt|raucht|unterrichtet|ernährt sich|hat Angst vor|macht (?:Ballett|Yoga|Judo|Karate|Sport|eine Ausbildung)|verträgt kein|wird (?:im \p{L}+ )?\d+(?: im \p{L}+)?(?: Jahre alt)?$|ist (?:in \p{Lu}\p{L}+ aufgewachsen|nach .+ gezogen)|geht (?:in die|zur|aufs|auf) |wohnt|lebt|arbeitet|mag|liebt|hasst|bevorzugt|spricht|spielt|studiert|fährt|trinkt|isst|kommt aus|heißt|wurde .*geboren|hat (?:am|im) .*Geburtstag|ist (?:gegen .+ allergisch|mein|meine|unser|unsere|sein|ihre?|allergisch|Vegetarier|Vegetarierin|vegetarisch|vegan|Veganer|Veganerin|verheiratet|verlobt|geschieden|\d+$|\d+ Jahre alt|die (?:Schwester|Mutter|Tochter|Frau)|der (?:Bruder|Vater|Sohn|Mann)))`
/** What is too general to be taken for a fact about a person, unless the user asks. */
const GENERAL =
  '(?:ist (?:eine?|von Beruf|\\p{Lu}[\\p{L}-]*(?:er|erin|ist|istin|eur|eurin|or|ent|entin|ant|antin|loge|login|wirt|wirtin|mann|frau|arzt|ärztin|koch|köchin))(?=[\\s,.]|$)|ist (?:eine?|von Beruf)|hat (?:eine?n?|zwei|drei|vier|[0-9]+|gerade|neulich)|zieht|wird|ist (?!spät|müde|krank|da|hier|weg|nervig|nett|lustig|sauer|böse|toll|cool|doof)\\p{Ll}+|(?!sagt|meint|denkt|glaubt|findet|behauptet|fragt|erzählt|nervt|schwört|geht|kommt)\\p{Ll}{3,}t(?= ))'
const VERBS_ME =
  '(?:wohne?|lebe?|arbeite?|schaffe?(?= (?:bei|in|als))|mag|liebe?(?! es)|hasse?|bevorzuge?|spreche?(?! von| mit| über)|spiele?|studiere?|lerne?|fahre?(?= (?:eine?n?|gern|jeden|immer|täglich|nur|mit|oft|meistens) )|trinke?|esse?|besitze?|unterrichte?|sammle|sammel|komme? (?:aus|ursprünglich aus)|wurde(?= .+ geboren)|heiße?|rauche?|jogge?|schwimme?|singe?|tanze?|klettere?|backe?|koche? (?:gern|jeden|oft)|gehe? (?:gern|jede[nms]?|einmal|zweimal|dreimal|oft|regelmäßig|immer|joggen|klettern|schwimmen|reiten|tanzen|laufen|wandern)|stehe? (?:meistens|immer|jeden|um|früh)|mache? (?:jeden|gern|beruflich|yoga|sport|karate|judo|eine ausbildung)|trage? (?:eine brille|brille|größe)|leite? (?:ein|das|die|den)|vertrage? (?:keine?n?|nichts)|vertrag keine?n?|kann (?:keine?n? (?!\\p{L}+ mehr)|nicht (?:schwimmen|kochen|fahren|singen|tanzen))|ernähre? mich|engagiere? mich)'
const FINITE =
  '(?:bin|ist|sind|habe|hat|haben|wohne|wohnt|wohnen|lebe|lebt|leben|arbeite|arbeitet|mag|mögen|liebe|liebt|hasse|hasst|bevorzuge|bevorzugt|spreche|spricht|spiele|spielt|studiere|studiert|lerne|lernt|fahre|fährt|trinke|trinkt|esse|isst|besitze|besitzt|wird|tanzt|raucht|hab|heiße|heißt|heißen|komme|kommt|wurde|war|kann|muss|will|brauche|braucht|nehme|nimmt|kenne|kennt|gehe|geht|mache|macht|sammle|sammelt|nenne|ernähre|ernährt|rauche|raucht|schlafe|schläft|verdiene|verdient|reise|reist|fliege|fliegt|ziehe|zieht|lese|liest|schreibe|schreibt|koche|kocht|feiere|feiert|beginnt|endet|kostet|steht|liegt|gehört|findet|öffnet|schließt|lautet)'
const SUBJECT = String.raw`(?:ich|er|sie|es|wir|(?:mein|meine|unser|unsere|ihr|ihre|sein|seine|der|die|das|${NAME}s) (?:[\p{Ll}]+ )*\p{Lu}[\p{L}-]+|${NAME})`

const RELATIVE = String.raw`(?:[Mm]eine?|[Uu]nsere?) (?:\p{Ll}+ )?${KIN} (?:der |die )?\p{Lu}[\p{L}-]+`
const SUBJECT_FIRST = new RegExp(String.raw`^(?:${RELATIVE}|${SUBJECT})(?=\s)`, 'u')

/** “… dass ich in Porto wohne”: the verb goes after the subject. */
const VERB_LAST = [
  new RegExp(String.raw`^(${RELATIVE}) (.+) (${FINITE})$`, 'u'),
  new RegExp(String.raw`^(${SUBJECT}) (.+) (${FINITE})$`, 'u'),
  // One name only: “Ana Tee mag”.
  new RegExp(String.raw`^(\p{Lu}[\p{L}-]+) (.+) (${FINITE})$`, 'u'),
]

/** “Eigentlich wohne ich in Porto”: so does it before its subject. */
const VERB_FIRST = new RegExp(
  String.raw`^(${FINITE}) (ich|er|sie|wir|(?:mein|meine|ihr|ihre|sein|seine) \p{Lu}[\p{L}-]+|${NAME}) (.+)$`,
  'u',
)

function asSentence(clause: string): string {
  if (!/^dass?\s/i.test(clause)) return clause.replace(VERB_FIRST, '$2 $1 $3')
  const text = clause.replace(/^dass?\s+/i, '')
  const isInOrder = new RegExp(String.raw`^(?:${RELATIVE}|${SUBJECT}) ${FINITE}\s`, 'u').test(text)
  const match = isInOrder ? null : VERB_LAST.map((order) => order.exec(text)).find((found) => found !== null)
  return match == null ? text : `${match[1]} ${match[3]} ${match[2]}`
}

/** “Jan, mein Bruder, …” */
const WITH_APPOSITION = new RegExp(String.raw`^((?:dass )?)(${NAME}), (meine? ${KIN}),? `, 'u')
/** “Jan, der in Kiel wohnt, ist Lehrer” */
const WITH_RELATIVE_CLAUSE = new RegExp(
  String.raw`^(${RELATIVE}|${NAME}), (?:der|die|das) ([^,]+) (${FINITE}), (.+)$`,
  'u',
)
/** “Ich bin Lena, 31” */
const WITH_AGE = new RegExp(
  String.raw`^((?:[Ii]ch (?:bin|heiße)|[Mm]ein Name ist) (?:die |der )?${NAME}), (\d{1,3})(?: Jahre(?: alt)?)?(?=,|$| und)`,
  'u',
)

/** “… dass Ana am 3. Mai Geburtstag hat und keinen Tee mag”: two clauses of one subject, as sentences. */
function inOrder(said: string): string {
  const sentence = said
    .replace(WITH_APPOSITION, '$1$3 $2 ')
    .replace(WITH_RELATIVE_CLAUSE, '$1 $3 $2; $1 $4')
    .replace(
      /^(bin|hab|habe|wohne?|arbeite?|mag|hasse|liebe|fahre?|komme? aus|spiele?|esse?|trinke?) (?!ich|du)/i,
      'ich $1 ',
    )
    .replace(WITH_AGE, '$1; ich bin $2 Jahre alt')
  if (!/^dass?\s/i.test(sentence)) return sentence
  const pieces = sentence.split(new RegExp(String.raw`(?<=\s${FINITE})(?:,|\s+und|,\s+und)\s+`, 'u'))
  if (pieces.length < 2 || !pieces.every((piece) => new RegExp(String.raw`\s${FINITE}$`, 'u').test(piece)))
    return sentence
  const subject = SUBJECT_FIRST.exec(asSentence(pieces[0] ?? ''))?.[0]
  if (subject === undefined) return sentence
  return pieces
    .map((piece) => {
      const clause = piece.replace(/^dass?\s+/i, '')
      return asSentence(
        new RegExp(String.raw`^${SUBJECT}\s`, 'u').test(clause) ? `dass ${clause}` : `dass ${subject} ${clause}`,
      )
    })
    .join('; ')
}

const IS = String.raw`(?:ist|sind|heißt|heißen|lautet)(?: (?:jetzt|nun|eigentlich))?`

export const DE: Language = {
  code: 'de',
  marks: wordSet(
    'sagt hab wär würd quatsch nee nö mach nen bitte notieren tochter sohn freund freundin ich bin ist sind mein meine meinen dein deine du dich dir mich mir der die das dass den dem ein eine einen und oder nicht kein keine wie was wer wo wann warum welche welcher welches bitte danke dank hallo tschüss merk merke vergiss lösche speichere speicher notiere heiße heißt wohne wohnt arbeite über für mit auf von zu zum zur aus bei auch noch nur ja nein doch mal gut gern gerne rückgängig mach zeig liste fass zusammen weißt kannst hast habe hat ändere umbenennen guten morgen abend tag stimmt falsch sondern es im am leider schön super wirklich alles etwas nichts viele dateien gibt hab servus moin lebe mag liebe kenne erinnere schwester bruder geburtstag hilfe erinner allergisch uhr benenne benenn nenne weg sie sich so eigentlich weil wohnt',
  ),
  signs: /[äöüß]/u,
  commands: wordSet(
    'speicher speichere notiere notierte vergiss erinnere rückgängig benenne entferne ändere erinnerte entfernte speicherte änderte',
  ),
  spelling: [[/(?<!\p{L})(?:rückgengig|ruckgängig|rückgänig|rueckgaengig|ruckgangig)(?!\p{L})/giu, 'rückgängig']],
  manners: [
    /^(?:(?:hallöchen|huhu|moinsen|tach|yo|hallo(?: ihr| du| zusammen| alle)?|hi|hey|ok|okay|also|und|bitte|ach|oh|äh|hm+|übrigens|servus|moin|guten (?:morgen|tag|abend)|na|gut|ach ja|außerdem|nur zur info|zur info)(?=[\s,!.:])[\s,!.:]*)+(?=\S)/iu,
    /^(?:ich möchte,? dass du|ich will,? dass du|du sollst|du solltest)\s+(?:dir\s+)?/iu,
    /[\s,]*\b(?:bitte|danke|vielen dank|danke dir|ok|okay|übrigens|nochmal|freut mich|schön dich kennenzulernen|nett dich kennenzulernen|lg|haha|lol)$/iu,
  ],
  asking: /^(?:kannst|könntest|würdest|magst|willst) du (?:dir |mir )?(?:bitte |mal |vielleicht |auch )*(?=\p{L})/iu,
  cues: CUES,
  saving: new RegExp(String.raw`(?<!\p{L})${SAVED}\p{L}*`, 'iu'),
  hesitation:
    /^(?:(?:ach|äh|hm+|oh|nee?|nein|nö|doch|halt|moment|warte|sorry|ups|hoppla|na gut|doch lieber|lieber|doch nicht|eigentlich|ich hab(?:e)? es mir anders überlegt|das war (?:ein fehler|falsch)|quatsch|stopp?)[,.:;!\s–—-]+)+/iu,
  gratitude:
    /^(?:(?:ok(?:ay)?|super|prima|gut|toll|perfekt|klasse|cool|alles klar|nein|ah|oh|na dann)[\s,!.]+)*(?:(?:vielen|tausend|herzlichen|besten|lieben) dank|danke(?:schön| schön| dir| sehr)?|merci|dank dir)(?!\p{L})[\s,!.]*/iu,
  question:
    /[,\s](?:oder|oder nicht|gell|ne|nicht wahr|stimmt['’]?s|richtig)$|^du weißt (?:doch |ja |noch )*,? ?(?:was|wer|wo|wann|wie|welche)|^(?:an welche[mnrs]?|in welche[mnrs]?|auf welche[mnrs]?|mit wem|für wen|bei wem|zu welche\p{L}+|was|wer|wen|wem|wo|wohin|woher|wann|warum|wieso|weshalb|wie|welche[rsnm]?|wie ?viele?|bin ich|(?:ist|sind|hast|habe?|hat|kannst|kann|weißt|kennst|magst|darf|soll|gibt|war|wird|lebst|mag) (?:ich|du|er|sie|es|wir|das|der|die|mein|meine|\p{Lu}))(?=[\s,]|$)/iu,
  requests: {
    'keep-nothing': [
      whole(
        String.raw`(?:(?:merk|speicher|notier|schreib|behalt)e?(?: dir)?(?: das| dies| es)?(?: bitte)? (?:nicht|nichts|bloß nicht|auf keinen fall)|(?:das|dies)? ?(?:nicht|bitte nicht) (?:speichern|merken|notieren|aufschreiben))\b.*|das (?:war|ist) (?:nur )?(?:ein )?(?:scherz|witz|spaß|test|geheim|geheimnis|vertraulich).*|(?:nur|kleiner) (?:spaß|scherz)`,
      ),
    ],
    'never-mind': [
      whole(
        '(?:schon gut|egal|ist egal|macht nichts|vergiss es|lass es|lass gut sein|stopp|stop|abbrechen|nicht so wichtig|kein problem)',
      ),
    ],
    undo: [
      whole(
        String.raw`(?:(?:ups|nein|oh|halt|hoppla)[,.!\s]+)*(?:mach|nimm|mache|kannst du|bitte|(?:ich )?(?:möchte|will|würde gern))?(?: bitte)?(?: das| dies| es| die (?:letzte )?änderung| deine letzte änderung| den letzten schritt| das letzte)?(?: bitte)?(?: wieder| noch mal)? ?(?:rückgängig(?: machen)?|zurück ?nehmen|ungeschehen(?: machen)?)|(?:nimm|mach) (?:das|es|die (?:letzte )?änderung)(?: bitte)?(?: wieder)? zurück|(?:${FORGET}) (?:das|dies)(?: wieder| gleich wieder)?|(?:${FORGET}) (?:das letzte|den letzten eintrag|die letzte (?:zeile|notiz|änderung)|was ich (?:gerade|eben|zuletzt) (?:gesagt|geschrieben) habe)|undo|zurück`,
      ),
    ],
    redo: [
      whole(
        '(?:wiederhole das|wiederherstellen|stell(?:e)? (?:es|das) wieder her|doch nicht rückgängig|mach das rückgängigmachen rückgängig|redo)',
      ),
    ],
    why: [
      whole(
        String.raw`(?:warum|wieso|weshalb|wozu)(?: hast du| schreibst du| merkst du| speicherst du)? ?(?:dir )?(?:das|dies|es)?\b.*(?:geschrieben|gespeichert|notiert|gemerkt|aufgeschrieben|gemacht|getan|geändert|gelöscht|festgehalten|auf|ab)?|woher (?:weißt du|hast du) das|wer hat dir das gesagt|(?:was hast du(?: (?:gerade|eben|zuletzt|jetzt|da|dir))+|hast du (?:dir )?das(?: (?:gerade|eben|wirklich|schon))*) (?:gespeichert|gemerkt|geändert|aufgeschrieben|notiert|gemacht|gelöscht)`,
      ),
    ],
    count: [
      whole(
        String.raw`(?:wie ?viele?|zähl(?:e)?(?: die| alle)?|anzahl(?: der)?) (?:dateien|datei|notizen|fakten|zeilen|einträge|erinnerungen|sachen|dinge)\b.*|wie (?:groß|voll) ist ${MEMORY}|wie ?viel (?:weißt du|hast du (?:gespeichert|dir gemerkt)).*`,
      ),
    ],
    'forget-everything': [
      whole(
        String.raw`${FORGET} (?:bitte )?(?:alles|einfach alles|alles,? was du weißt|alles,? was du gespeichert hast|${MEMORY})|(?:leere|leer) ${MEMORY}|fang(?:e)? (?:noch ?mal )?von vorn(?:e)? an`,
      ),
    ],
    'forget-topic': [
      whole(
        String.raw`${FORGET} (?:alles|sämtliches)(?:,? was du)? (?:über|zu|von) (?<about>.+?)(?: weißt| gespeichert hast)?`,
      ),
    ],
    rename: [
      whole(
        String.raw`(?:benenn|benenne|nenn|nenne) (?:die )?(?:(?:datei|notiz|den ordner|ordner) )?(?<from>.+?) (?:in|zu|nach|als) (?<to>.+?)(?: um(?:,.*)?)?`,
      ),
      whole(String.raw`(?:benenn|benenne|nenn|nenne) (?:die )?(?:(?:datei|notiz) )(?<from>.+?) um in (?<to>.+?)`),
      whole(String.raw`(?:verschieb|verschiebe) (?:die )?(?:datei )?(?<from>.+?) (?:nach|in|zu) (?<to>.+?)`),
    ],
    'forget-file': [
      whole(String.raw`${FORGET} (?:die |den )?(?:datei|ordner|verzeichnis) (?<about>.+?)`),
      whole(String.raw`${FORGET} (?<about>(?:/memories/)?[^\s?]+(?:\.\w{1,5}|/[^\s?]*))`),
    ],
    tidy: [
      whole(
        String.raw`räum(?:e)?(?: ${MEMORY})? auf|(?:aufräumen|sortiere|ordne)(?: ${MEMORY})?|(?:lösche|entferne) (?:die |alle )?(?:doppelten|duplikate|leeren dateien).*`,
      ),
    ],
    'ask-about': [
      whole(
        String.raw`(?:was|was alles) (?:weißt|kannst|hast) du (?:alles |mir |noch )?(?:über|von|zu) (?<about>.+?)(?: sagen| gespeichert| erzählen| notiert)?`,
      ),
      whole(
        String.raw`(?:erzähl|sag|zeig)(?:e)? mir (?:bitte )?(?:alles |was du )?(?:über|von|zu) (?<about>.+?)(?: weißt)?`,
      ),
      whole(
        String.raw`(?:weißt du (?:noch )?(?:etwas |was )?(?:über|von)|kennst du|erinnerst du dich an) (?<about>.+?)`,
      ),
      whole(
        String.raw`fass(?:e)?(?: bitte| mal| kurz| alles)*(?:,? was du)? (?:über|zu|von) (?<about>.+?)(?: weißt,?)? zusammen`,
      ),
      whole(
        String.raw`fass(?:e)?(?: bitte| mal| kurz| alles)* zusammen,? was du (?:alles )?(?:über|zu|von) (?<about>.+?) (?:weißt|gespeichert hast)`,
      ),
      whole(String.raw`was habe? ich (?:dir )?(?:über|von|zu) (?<about>.+?) (?:gesagt|erzählt)`),
    ],
    list: [
      whole(
        String.raw`(?:liste|zeig|zeige)(?: mir)?(?: bitte)?(?: alles| alle)?(?: (?:${MEMORY}|fakten))?(?:,? was du (?:weißt|gespeichert hast|dir gemerkt hast))?(?: auf| an)?`,
      ),
      whole(
        String.raw`(?:was|was alles|welche sachen) (?:weißt|hast) du (?:dir )?(?:alles |bisher |schon |so |noch )*(?:gespeichert|gemerkt|notiert|behalten|aufgeschrieben)?|was (?:steht|ist) (?:alles )?in (?:deinem|dem) (?:gedächtnis|speicher|kopf)(?: gespeichert)?|woran erinnerst du dich|was merkst du dir|welche dateien (?:hast du|gibt es)|was habe? ich (?:dir )?(?:bisher |alles |schon |gerade )*(?:gesagt|erzählt)`,
      ),
      whole(
        String.raw`(?:fass(?:e)?(?: (?:mir|bitte|mal|alles|das|es|${MEMORY}|kurz|unser gespräch|dieses gespräch|(?:alles,? )?was du (?:weißt|gespeichert hast),?))* zusammen|(?:gib mir )?(?:eine )?(?:kurze )?(?:zusammenfassung|übersicht|überblick)(?: (?:von allem|bitte|${MEMORY}|deines gedächtnisses|des gedächtnisses|deiner notizen|der notizen))*|(?:${MEMORY}|alles|das) (?:bitte )?(?:kurz )?zusammenfassen|zusammenfassen)`,
      ),
    ],
    remind: [
      whole(
        String.raw`(?:erinner|erinnere) mich\b.*|mich\b.* (?:zu )?(?:erinnern|wecken).*|(?:stell|stelle|setz|setze) (?:mir |bitte )*(?:einen|einen neuen|den)? ?(?:wecker|timer|alarm|erinnerung)\b.*|weck(?:e)? mich\b.*|(?:sag|melde) (?:mir|dich) (?:um|morgen|heute|in) .*`,
      ),
    ],
    set: [
      whole(
        String.raw`(?:änder|ändere|korrigier|korrigiere|setz|setze|aktualisiere?) (?<what>${MY} .+?|${NAME}s .+?) (?:in|auf|zu|zum) (?<value>.+?)(?: um| ab)?`,
      ),
    ],
    replace: [
      whole(
        String.raw`(?:änder|ändere|ersetz|ersetze|korrigier|korrigiere|tausch|tausche) (?<old>.+?) (?:in|durch|zu|gegen|auf) (?<new>.+?)`,
      ),
      whole(
        String.raw`(?:(?:nein|sorry|doch|halt|quatsch|entschuldigung)[,.:;!\s]+)*(?:ich meinte |ich meine |es ist )?nicht (?<old>[^,]{1,60}?),? (?:sondern|aber) (?<new>[^,]{1,60}?)`,
      ),
      whole(
        String.raw`(?:(?:nein|sorry|doch|halt|entschuldigung)[,.:;!\s]+)*(?:ich meinte|ich meine|es ist|es heißt) (?<new>[^,]{1,60}?),? (?:und )?nicht (?<old>[^,]{1,60}?)`,
      ),
    ],
    'to-do': [
      whole(
        String.raw`(?:(?:merk|merke) dir|vergiss nicht|denk(?:e)? daran|notier(?:e)?|ich darf nicht vergessen),? (?:dass ich )?(?<about>[^,]+ zu [\p{Ll}]+(?:en|n))`,
      ),
    ],
    remember: [
      whole(String.raw`${SAVE}(?<list>:)?[,:]?\s+(?<about>.+?)`),
      whole(String.raw`${SAVE}(?<list>:)?`),
      whole(String.raw`(?<about>.+?)[,:;.–—-]+\s*(?:${SAVE})(?: das| dir das)?`),
      whole(String.raw`du (?:sollst|solltest|musst) (?:dir merken|wissen),? (?<about>dass .+)`),
    ],
    forget: [
      whole(
        String.raw`${FORGET},? (?:bitte )?(?:die (?:notiz|zeile) (?:über|zu|mit) |den eintrag (?:über|zu|mit) |was ich über |dass )?(?<about>.+?)(?: gesagt habe)?(?: aus ${MEMORY})?`,
      ),
      whole(String.raw`(?:bitte )?vergessen,? dass (?<about>.+)`),
      whole(String.raw`(?!ich |du |habe |nicht )(?<about>.+?) (?:vergessen|löschen|entfernen)`),
    ],
    greet: [
      whole(
        String.raw`(?:hallo|hi|hey|servus|moin(?: moin)?|grüß (?:dich|gott)|guten (?:morgen|tag|abend)|tag|na)(?:[\s,!]+(?:du|zusammen|da|demo|claude|wie geht(?:['’]?s| es)(?: dir)?|alle))*`,
      ),
    ],
    'how-are-you': [
      whole(
        String.raw`wie geht(?:['’]?s| es)(?: dir| ihnen)?(?: heute| so)?|na,? alles klar|alles gut bei dir|was geht|bist du da`,
      ),
    ],
    thank: [
      whole(
        String.raw`(?:(?:ok|super|prima|gut|toll|perfekt|alles klar|nein|ja)[\s,!.]+)*(?:vielen |tausend |herzlichen |besten |lieben )?(?:danke|dank|dankeschön|merci|thx)(?:[\s,!]+(?:dir|schön|sehr|vielmals|für .+|das .+|dafür|super|gut gemacht|bis .+))*`,
      ),
    ],
    leave: [
      whole(
        String.raw`(?:tschüss?|ciao|auf wiedersehen|bis (?:später|dann|bald|morgen)|gute nacht|mach['’]?s gut|schönen (?:tag|abend)(?: noch)?|schönes wochenende|bye)(?:[\s,!]+.{0,20})?`,
      ),
    ],
    deny: [
      whole(
        String.raw`(?:das|es) (?:ist|war) (?:so )?(?:falsch|nicht (?:richtig|wahr|korrekt))|(?:das )?stimmt (?:so )?nicht|falsch|du (?:irrst dich|liegst falsch)|das habe? ich nicht gesagt|nicht richtig`,
      ),
    ],
    agree: [
      whole(
        String.raw`(?:ok(?:ay)?|ja|jep|jo|klar|genau|richtig|stimmt|gut|super|toll|prima|perfekt|schön|cool|sehr gut|alles klar|verstanden|aha|achso|nein|nö|nee|hm+|wow|haha|lol|sorry|entschuldigung|tut mir leid|das (?:ist|war) (?:richtig|gut|toll|super|schön|alles|wahr|interessant|cool|lustig)|das (?:mag|gefällt) (?:ich|mir)|passt|weiter so|gut gemacht|interessant|vielleicht)(?:[\s,!]+(?:gut|so|das|super|danach|gemacht|ok|klar))*`,
      ),
    ],
    help: [
      whole(
        String.raw`(?:hilfe|hilf mir(?: bitte)?|was (?:kannst|machst|tust) du(?: (?:alles|so|für mich|tun|machen|eigentlich))*|wie (?:funktioniert|geht|benutzt man|funktionierst) (?:das|du|dies)?.*|was kann ich (?:dich |dir |hier )?(?:fragen|sagen|tun|machen)|wer bist du|was bist du|wie heißt du|bist du (?:eine? |ein )?(?:echte[rs]? )?(?:ki|mensch|roboter|bot|echt|claude|chatgpt|maschine)\b.*|wer hat dich (?:gemacht|gebaut|programmiert)|was ist das(?: hier)?|(?:zeig mir )?beispiele)`,
      ),
    ],
    impossible: [
      whole(
        String.raw`(?:ruf|rufe|schick|schicke|sende|schreib(?:e)? (?:mir |eine|einen|ein|an|ana|tom|\p{Lu}\p{Ll}+ eine)|buch|buche|bestell|bestelle|kauf|kaufe|spiel|spiele|öffne|öffnen|such|suche|google|übersetz|übersetze|berechne|rechne|zeichne|mal|male|verfass|verfasse|dichte|erstell|erstelle|erklär|erkläre|mach(?:e)? (?:mir |ein|einen|eine|das licht|musik|die)|schalt|schalte|programmier|programmiere|lade|koch|koche|empfiehl|plane|lös|löse|druck|drucke|prüf|prüfe|erzähl(?:e)? (?:mir )?(?:einen|eine|noch einen|was|etwas)|sing|singe|hilf mir (?:bei|mit)|reservier|reserviere|navigier|navigiere|lies|bring|bringe|gib mir (?:ein|einen|eine|tipps))\b.*`,
      ),
      whole(
        String.raw`(?:wie (?:ist|wird) das wetter|wie spät ist es|wird es (?:regnen|schneien|morgen|heute)|(?:regnet|schneit) es|gibt es (?:regen|schnee)|wie ?viel uhr ist es|welcher tag ist heute|welches datum|was gibt['’]?s neues|was sind die nachrichten|regnet es)\b.*|(?!ich ).+ (?:erzählen|übersetzen|buchen|bestellen|anrufen|kaufen|suchen|googeln|berechnen|zeichnen|abspielen|öffnen|schicken|senden|erklären|kochen|reservieren|vorlesen|singen|vorschlagen|empfehlen)|wie (?:sagt|schreibt|heißt) (?:man )?.+ auf .+|(?:was ist |wie ?viel ist )?[\d\s().,]+[-+*/x×÷^]+[\d\s().,+*/x×÷^-]+`,
      ),
    ],
    correct: [
      whole(
        String.raw`(?:(?:eigentlich|korrektur|nein|nee|ne|nö|doch|sorry|entschuldigung|moment|halt|falsch|quatsch|stimmt (?:so )?(?:gar )?nicht|das ist falsch|ich meinte|ich meine|ich habe? mich (?:geirrt|vertan|vertippt)|(?:das|es) (?:ist|war|stimmt) (?:so )?(?:falsch|nicht(?: richtig| wahr| korrekt| mehr)?)|das stimmt (?:so )?nicht(?: mehr)?)(?=[,.:;!–—-])[,.:;!\s–—-]+)+(?<about>.+)`,
      ),
      whole(String.raw`(?:eigentlich|tatsächlich|in wirklichkeit|inzwischen|mittlerweile) (?<about>.+)`),
    ],
  },
  introduction:
    /(?<!\p{L})(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|freut mich|darf ich mich vorstellen|ich stelle mich vor)(?!\p{L})/iu,
  doubt:
    /(?:^|[\s,(])(?:ja klar|ja sicher|na klar|klar doch|ja ja|hätt|wär|würd|wenn|falls|vielleicht|wahrscheinlich|möglicherweise|eventuell|vermutlich|wohl|könnte|könnten|würde|würden|hätte|wäre|wünschte|hoffe|stell dir vor|angenommen|nehmen wir an|scherz|witz|geträumt|traum|ich (?:glaube|denke|vermute|frage mich|bezweifle)|nicht sicher|unsicher|früher|fast|zum beispiel|z\.\s?b\.|heute|gerade|im moment|momentan|diese woche|morgen|gestern|gleich|bald|sagt|sagte|gesagt|gehört|erzählt|gefragt|jemand|irgendwer|sollte|als ob|als ich|bis|außer)(?=[\s,.)]|$)/iu,
  fiction:
    /(?<!\p{L})(?:stell dir vor|tu so|roman|rollenspiel|hypothetisch|übersetz\p{L}*|übersetzung|liedtext|korrekturlesen|ein(?:e|en)? (?:geschichte|gedicht|witz)|(?:auf|ins) (?:französisch|englisch|spanisch|portugiesisch|chinesisch|japanisch|deutsch|englische|französische|spanische)|erfunden)(?!\p{L})/iu,
  vague:
    /^(?:das|dies|dieser|diese|dieses|es|jener|so|was|wer|wo|wie|welche\w*|gut|schlecht|schön|toll|super|hier|dort|da|zu|sehr|nicht|kein\w*|kaputt|weg|verloren|spät|früh|falsch|richtig|leer|voll|fertig|bereit|müde|krank|du|dein\w*|ein (?:geheimnis|rätsel|chaos)|unbekannt|wach|hungrig|der(?:selbe)? (?:erste|zweite|letzte)|(?:mag|liebe|hasse) (?:das|es|dies\w*|dich|dein\w*|wie|was|wenn)|in (?:ordnung|gefahr|eile))(?=[\s,.]|$).*/iu,
  contrasts: [
    whole(String.raw`(?:es ist |das ist )?nicht (?<old>.+?),?\s+sondern (?<value>.+)`),
    whole(String.raw`nicht (?<old>[^,]{1,40}), (?<value>[^,]{1,40})`),
    whole(String.raw`(?<value>.+ (?<frame>am|im|in|nach|bei|aus|der|die|das|um) .+?) nicht \k<frame> (?<old>[^,]+)`),
    whole(
      String.raw`(?<value>.+?)(?:,? und nicht|,? statt|,? anstatt|, nicht) (?<old>(?!so\b|mehr\b|sehr\b|ganz\b|immer\b|gern|wirklich|verheiratet|nur\b|gut)[^,]+)`,
    ),
  ],
  copula:
    /^(?:(?:es|das|er|sie|der|die|der \p{L}+|die \p{L}+|das \p{L}+) )?(?:ist|sind|heißt|war|wird|am|eigentlich|sondern|doch|nämlich)\s+/iu,
  introductions: {
    opening:
      /^(?:(?:also )?(?:ich )?bin|(?:ich )?hei(?:ß|ss)e?|mein name ist|hier ist) (?:der |die |['’]?s )?(?!(?:Vegetarier|Veganer|Student|Rentner|Deutsche|Linkshänder|Single|aus|in|ein|eine|nicht|kein|\p{L}+(?:erin|istin|in|ist|eur|or|ent|ant|mann|frau))(?!\p{L}))(?<name>\p{Lu}[\p{L}-]+)(?=,| aus | und )/u,
    age: /^(?:bin )?(?<years>\d{1,3})(?: Jahre(?: alt| jung)?)?$/iu,
    role: /^(?:(?:eine?|gelernte[rn]?|frühere[rn]?|ehemalige[rn]?|angehende[rn]?) )?(?:\p{Lu}[\p{L}-]+(?:er|erin|or|ist|istin|ent|entin|eur|eurin|loge|login|mann|frau|arzt|ärztin|wirt|wirtin|koch|köchin|in)(?: (?:aus|in|bei|von|für|am|im) .+)?)$|^aus (?:der |dem )?\p{Lu}[\p{L} -]*$/u,
    sayName: (name) => `mein Name ist ${name}`,
    sayAge: (years) => `ich bin ${years} Jahre alt`,
    sayRole: (role) => (role.startsWith('aus ') ? `ich komme ${role}` : `ich bin ${role}`),
    sayRest: (rest) => (/^(?:ich|mein|wir|unser)/i.test(rest) ? rest : `ich ${rest}`),
  },
  joints: [
    /;\s*/u,
    /,\s*(?:aber\s+|und\s+)?(?=(?:alle|jeder|die meisten|man|es|das (?:ist|war|stimmt|hat)|erzähl|sag)\s)/iu,
    /(?:,\s*(?:und|aber|sowie)?\s*|\s+(?:und|aber|sowie)\s+)(?=(?:auch\s+)?(?:dass\s+)?(?:ich|mein|meine|unser|unsere|wir|er|sie|sein|seine|ihr|ihre)\s)/iu,
    /,?\s+(?:und|sowie)\s+(?=dass\s)/iu,
    new RegExp(
      String.raw`(?:,\s*(?:und\s+|aber\s+)?|\s+(?:und|aber)\s+)(?=(?:dass\s+)?${NAME}(?:s [\p{L} ]+ (?:ist|sind)|\s+${PERSONAL}))`,
      'u',
    ),
  ],
  ellipsis: {
    verb: new RegExp(
      String.raw`(?:,\s*(?:und\s+)?|\s+und\s+)(?=(?:${VERBS_ME}|bin|habe?|tanzt|singt|reitet|schwimmt|sammelt|raucht|wird|macht|geht|wohnt|lebt|arbeitet|mag|liebt|hasst|spricht|spielt|studiert|fährt|trinkt|isst|ist|hat|kommt|kann|heißt|feiert|beginnt|zieht)\s)`,
      'iu',
    ),
    subject: new RegExp(
      String.raw`^([Ii]ch|[Ee]r|[Ss]ie|(?:[Mm]eine?|[Uu]nsere?) (?:\p{Ll}+ )?${KIN}(?: ${NAME})?|(?!Mein|Der |Die |Das |Ich )${NAME})(?=\s)`,
      'u',
    ),
    carry: withSpace,
  },
  asSentence,
  setting: (what, value) => `${what.replace(/^(mein)en (?:Namen)$/i, '$1 Name')} ist ${value}`,
  inOrder,
  facts: [
    {
      pattern: wholeWithCapitals(
        String.raw`(?<relation>[Oo]ma|[Oo]pa|[Tt]ante|[Oo]nkel|(?:[Mm]eine?|[Uu]nsere?) (?:(?:große|kleine|ältere|jüngere|beste|neue)[rsn]? )?${KIN}),? (?:der |die )?(?!(?:Name|Geburtstag)\b)(?<name>\p{Lu}[\p{L}-]+),? (?<rest>(?:${FINITE}|heißt|(?!sagt|meint|denkt|glaubt|findet|behauptet|fragt|erzählt|nervt|schwört)\p{Ll}{3,}t)\b.+|.+ (?:${FINITE}))`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Hh]ier ist|[Hh]ier spricht) (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)|(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) hier`,
      ),
      label: 'Name',
      isName: true,
      introduces: true,
    },
    {
      pattern: whole(
        String.raw`(?:ich hei(?:ß|ss)e|mein name ist|mein name lautet|nenn(?:e)? mich|du kannst mich (?=\p{L}+ nennen)) (?<value>[\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}][\p{L}\p{M}.'’-]*){0,3})`,
      ),
      label: 'Name',
      isName: true,
    },
    {
      pattern: wholeWithCapitals(
        String.raw`[Ii]ch bin (?:der |die )?(?!(?:Vegetarier|Veganer|Student|Lehrer|Arzt|Ärzt|Rentner|Deutsche?r?|Linkshänder|Single)(?:in)?\b|\p{L}+(?:er|erin|ist|istin|eur|eurin|in|or|ent|ant|loge|login|wirt|mann|frau)$)(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`,
      ),
      label: 'Name',
      isName: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?:${KIN}|${PET}) (?:\p{L}+ )?(?:wohnt|lebt|arbeitet|mag|liebt|hasst|spricht|spielt|studiert|hat|ist) .+`,
      ),
    },
    {
      pattern: whole(
        String.raw`${MY} (?<label>(?:(?:große|kleine|ältere|jüngere|beste|neue)[rsn]? )?(?:${KIN}|${PET}|${THING})) ${IS} (?:am (?=\d))?(?<value>.+)`,
      ),
    },
    { pattern: whole(String.raw`ich habe? (?:am )?(?<value>\d.+?) geburtstag`), label: 'Geburtstag' },
    {
      pattern: wholeWithCapitals(String.raw`(?<name>${NAME}|[Ee]r|[Ss]ie) hat am (?<value>\d.+?) Geburtstag`),
      label: 'Geburtstag',
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:(?<name>\p{Lu}[\p{L}-]+?)['’]?s|(?<name>[Ii]hre?|[Ss]eine?)) (?<label>(?:Lieblings)?[\p{L}-]{2,30}) (?:ist|sind|heißt|lautet)(?: jetzt)? (?:am (?=\d))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(String.raw`[Dd]er Geburtstag von (?<name>${NAME}) ist (?:am )?(?<value>.+)`),
      label: 'Geburtstag',
    },
    { pattern: wholeWithCapitals(String.raw`(?<name>${NAME}|[Ee]r|[Ss]ie) (?<rest>${PERSONAL}\b.*)`) },
    {
      pattern: wholeWithCapitals(String.raw`(?<name>${NAME}|[Ee]r|[Ss]ie) (?<rest>${GENERAL}(?:\s.*)?)`),
      onRequest: true,
    },
    { pattern: whole(String.raw`ich (?:auch |jetzt |echt |wirklich |überhaupt )?${VERBS_ME} .+`) },
    {
      pattern: whole(
        String.raw`ich bin (?:echt |wirklich |gar |eigentlich |überhaupt )*(?:keine?n? (?!fan davon|hilfe|experte dafür|ahnung)[\p{L}-]+(?: .+)?|nicht (?:verheiratet|religiös|vegan|vegetarisch|schwindelfrei|single|geimpft|allergisch .+|der \p{L}+typ|aus .+))`,
      ),
    },
    // Whatever is done every day lasts.
    {
      pattern: whole(
        String.raw`ich (?!denke?|glaube?|vergesse?|will|möchte|würde)\p{Ll}+ .*(?<!\p{L})(?:jede[nsmr]? (?:tag|morgen|abend|nacht|woche|monat|jahr|wochenende|\p{L}+tag|mittwoch)|täglich|wöchentlich|(?:ein|zwei|drei|vier)mal (?:die|pro|in der|im) (?:woche|monat|tag|jahr)|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|beruflich)(?!\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`ich habe? (?:am |im |bei |in |mit ).+ (?:gekündigt|geheiratet|studiert|gelernt|aufgehört)|wir haben (?:am|im) .+ geheiratet|wir haben keine?n? .+|${MY} ${KIN}(?: ${NAME})? und ich (?:haben|wohnen|leben|teilen) .+`,
      ),
    },
    {
      pattern: whole(
        String.raw`ich bin (?:jetzt |auch )?(?:(?:\p{L}+ ){0,3}nach .+ (?:gezogen|umgezogen)|gegen .+ allergisch|allergisch|vegetarier\w*|vegetarisch|vegan\w*|verheiratet|verlobt|geschieden|single|rentner\w*|linkshänder\w*|rechtshänder\w*|farbenblind|diabetiker\w*|laktoseintolerant|in .+ geboren|am .+ geboren|schwanger|\d{1,3}(?: jahre alt)?$|aus |\p{L}+(?:er|erin|ist|istin|eur|eurin|or|ent|ant|entin|loge|login|wirt|mann|frau)(?: (?:bei|in|von|für) .+)?$|(?:deutsche?r?|französ\p{L}+|spanier\p{L}*)$).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`ich habe? (?:auch )?(?:(?:eine?n?|zwei|drei|vier|fünf|\d+|keine?n?) (?:\p{L}+ )?(?:${KIN}|${PET}|enkel|enkelkinder|brüder|schwestern|söhne|töchter|hunde|katzen|pferde|auto|haus|garten|allergie|zwillinge)n?\b|kinder\b|diabetes\b|asthma\b|zöliakie\b|zwillinge\b).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:wir (?:wohnen|leben|sind (?:seit|verheiratet)|haben (?:eine?n?|zwei|drei|\d+)) .+|unser\w* (?:hund|katze|auto|haus|wlan) .*(?:ist|heißt) .+)`,
      ),
    },
    { pattern: whole(String.raw`(?:über|zu|für) (?<topic>[^:]{2,40}): (?<rest>.+)`), onRequest: true },
    { pattern: whole(String.raw`${MY} (?<label>[^,]{1,40}?) ${IS} (?<value>.+)`), onRequest: true },
  ],
  firstPerson: /^(?:ich|mein\w*|mir|mich|wir|uns\w*)(?=\s|$)/iu,
  speaker: /^ich\s+/iu,
  impersonal: /^es\s/iu,
  subjectPronoun: /^(?:er|sie)\s+/iu,
  relation: (relative) => `Ist ${relative.slice(0, 1).toLowerCase()}${relative.slice(1)}`,
  pronoun: /^(?:er|sie|ihre?|seine?|es)$/iu,
  together: /(?:eltern|kinder|geschwister|zwillinge)$/iu,
  noName:
    /^(?:Ich|Mein\w*|Wir|Unser\w*|Der|Die|Das|Den|Dem|Ein\w*|Es|Dies\w*|Er|Sie|Ihr\w*|Sein\w*|Du|Dein\w*|In|Im|Am|An|Wenn|Als|Alle\w*|Kein\w*|Jed\w*|Niemand|Jemand|Man|Wer|Was|Wo|Wie|Hier|Dort|Da|Heute|Morgen|Gestern|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Gott|Nein|Ja|Doch|Manche|Viele|Kaffee|Tee|Wasser|Morgen|Geburtstag|Meeting|Termin|Wetter)$/u,
  keys: [
    [
      'home',
      /^(?:ich (?:wohne|lebe) (?:jetzt |nicht (?:mehr )?)?(?:in|bei)|(?:wohnt|lebt) (?:jetzt )?(?:in|bei)|ich bin (?:jetzt )?nach .+ (?:gezogen|umgezogen))\b/iu,
    ],
    ['job', /^(?:ich arbeite|arbeitet) (?:jetzt |nicht (?:mehr )?)?(?:bei|für)\b/iu],
    ['age', /^(?:ist|ich bin) \d{1,3}(?: jahre alt)?$/iu],
  ],
  several: new RegExp(String.raw`^(?:[\p{L}]+ )?(?:${KIN}|${PET}|Hobbys?|Allergie|Sprache|Auto|Fahrrad)$`, 'iu'),
  emptyWords: wordSet(
    'tag tagen kommt findet statt geschichte teil info infos notiz zeile gemerkt merkst notierst speicherst festgehalten behalten denn doch halt eben also überhaupt was irgendwas kommst wieso weshalb hab hast meine sagen gesagt erwähnt hatte sorry mein ich wieder wirklich falsch ändere denk weg ursprünglich der die das den dem des ein eine einen einem einer und oder zu in im an am auf für mit bei von aus um ist sind war waren bin bist hat habe hast haben kann kannst würde du dein deine dir dich ich mein meine meinen meinem meiner mir mich wir unser unsere unseren unserem unserer unseres uns er sie es ihr ihre sein seine dass was wer wo wann wie warum welche welcher welches wieviel über weißt weiß sag erzähl etwas alles bitte jetzt nicht nein ja gern gerne noch schon mal heißen eigentlich es gibt da dort hier nach nochmal wieder genau geschrieben schreibst aufgeschrieben gespeichert notiert gemerkt sache ding so dass das',
  ),
  concepts: [
    ['sport', /^(?:sport|training|trainings|probe|trainier\p{L}*|tanzt|tanze|spielt|spiele)$/u],
    ['name', /^(?:name|namen|heiße|heißt|heisst|heisse|vorname)$/u],
    ['home', /^(?:wohn|leb)(?:e|st|t|en|ort)$|^zuhause$|^gezogen$/u],
    ['job', /^(?:arbeit(?:e|est|et|en|geber)?|beruf|job|firma)$/u],
    ['birthday', /^(?:geburtstag|geboren|geburtsdatum)$/u],
    ['age', /^(?:alt|alter|jahre)$/u],
    ['like', /^(?:mag|magst|mögen|lieb(?:e|st|t))$/u],
    ['allergy', /^allergi(?:e|en|sch)$/u],
  ],
  endings: /(?:est|st|en|er|em|es|et|e|t|n|s)$/u,
  headings: { aboutMe: 'Über mich', notes: 'Notizen', toDo: 'Zu erledigen' },
  replies,
}
