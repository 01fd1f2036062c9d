import { type Language, NAME, onlyWords, whole, wholeWithCapitals } from '../language.ts'

const FILLER = String.raw`zusammen|alle|allerseits|leute|du|dir|dich|euch|ihr|claude|demo|mein|lieber|liebe|freund|auch|denn|so|heute|na|ja|ach|und|noch|einen|schönen|guten|gute|schöne|da|mal|doch|wieder|sehr|schön|für|die|das`
const DROP = String.raw`(?:vergiss|lösch|lösche|streich|streiche|entfern|entferne|schmeiß|schmeiss|wirf|hau|nimm|tilg|tilge)(?: (?:bitte|mal|doch|einfach|wieder|ruhig|halt))*`
/** “Write down”, in its forms. */
export const SAVED = String.raw`(?:gemerkt|merk|gespeichert|speicher|notier|aufgeschrieben|schreib|geschrieben|festgehalten|behalten|eingetragen|abgelegt|drin|vermerkt)`

export const CUES: Language['cues'] = {
  greet: [
    onlyWords(
      String.raw`hallo|hallöchen|hallochen|halli|hi|hey|hej|moin|moinsen|servus|servas|grüezi|grüß|gruß|griaß|tach|tachchen|tag|morgen|abend|mahlzeit|huhu|yo|jo|na|wie geht['’]?s|wie gehts|wie läuft['’]?s|wie läufts|was geht|alles klar|alles gut|alles fit|was gibt['’]?s neues`,
      String.raw`guten|gott|bei|es|ab|wie|geht|läuft|${FILLER}`,
    ),
  ],
  thank: [
    onlyWords(
      'danke|dankeschön|danki|dank|merci|thx|thanks|bedankt|lieb',
      String.raw`schon|vielen|tausend|herzlichen|besten|lieben|dank|vielmals|super|top|prima|perfekt|klasse|nett|von|hilfe|bist|ein|schatz|spitze|tag|abend|bis|dann|denn|später|tschüss|tschüs|gut|gemacht|jetzt|erstmal|ok|okay|cool|${FILLER}`,
    ),
  ],
  leave: [
    onlyWords(
      'tschüss|tschüs|tschö|tschau|ciao|bye|servus|ade|adieu|nacht|wiedersehen|wiederschauen|bis|man sieht sich|hau rein|feierabend',
      String.raw`auf|dann|denn|später|bald|morgen|nachher|kakao|tag|abend|wochenende|machs|mach|gut|erstmal|ich|bin|weg|muss|los|${FILLER}`,
    ),
  ],
  undo: [
    whole(
      String.raw`(?:mach|nimm|bitte|kannst du)(?: (?:das|es|dies|die|den|letzte[ns]?|änderung|schritt|eintrag|bitte|mal|doch|wieder|nochmal|sofort|gleich|eben|jetzt|lieber))* (?:rückgängig|zurück|ungeschehen)(?: (?:bitte|machen|nehmen))?`,
    ),
    whole(
      String.raw`${DROP}(?: (?:das|dies|es|den|die))?(?: (?:bitte|mal|doch|wieder|gleich|eben|letzte[ns]?|gerade|vorherige[ns]?|eintrag|satz|notiz|zeile|änderung|sache|teil|nochmal|raus|weg))*`,
    ),
    whole(
      String.raw`(?:das |den |die )?(?:letzte[ns]?|vorige[ns]?)(?: (?:satz|eintrag|notiz|zeile|änderung|sache|teil))?(?: (?:bitte|mal|doch|wieder))* (?:weg|raus|löschen|rückgängig|streichen|vergessen|zurücknehmen)(?: (?:machen|bitte))*`,
    ),
  ],
  why: [
    whole(
      String.raw`(?:(?:und|aber|moment|sag mal)[ ,]+)*(?:warum|wieso|weshalb|weswegen|wozu|wie kommt['’]?s|was hat dich dazu gebracht)\b.*${SAVED}.*`,
    ),
    whole(String.raw`(?:wie kommst du (?:auf|darauf|dadrauf)|woher (?:hast|weißt|kennst) du)\b.*`),
  ],
  count: [
    whole(
      String.raw`.*\bwie ?viele? (?:dateien|notizen|fakten|zeilen|einträge|sachen|dinge|infos)\b.*|wie ?viel (?:hast du|weißt du|ist|steht)\b.*(?:gemerkt|gespeichert|notiert|drin|speicher|gedächtnis).*`,
    ),
  ],
  'ask-about': [
    whole(
      String.raw`(?:und )?(?:was|sag mir,? was|erzähl(?:e)?(?: mir)?(?: mal)?,? was) (?:weißt|hast|kennst) du (?:denn |so |alles |eigentlich |noch |bisher |schon |mal )*(?:über|von|zu) (?<about>(?!mich\b|mir\b|meine[rm]? person).+?)(?: (?:so|alles|eigentlich|gespeichert|notiert|gemerkt|aufgeschrieben|noch))*`,
    ),
    whole(
      String.raw`.*(?:überblick|zusammenfassung|übersicht) (?:über|zu|von) (?<about>(?!alle|mich\b|mir\b|das|dein|was|meine).+)`,
    ),
  ],
  list: [
    whole(
      String.raw`(?!ich |mein|wir ).*(?:überblick|zusammenfassung|übersicht|rundumschlag|fass\b.*zusammen|zusammenfassen|auflistung|liste\b.*auf).*`,
    ),
    whole(
      String.raw`(?:(?:und|so|also)[ ,]+)*(?:was|(?:zeig|sag|erzähl|nenn)(?:e)?(?: mir)?(?: (?:mal|bitte|doch))*,? (?:alles,? )?was) (?:hast|weißt|kennst|merkst) du (?:dir )?(?:denn |so |alles |eigentlich |noch |bisher |schon |jetzt |bis jetzt |mal )*(?:(?:über|von|zu) (?:mich|mir))?(?: (?:so|alles|eigentlich|bisher|schon|denn))*(?: ?(?:gespeichert|notiert|gemerkt|aufgeschrieben|behalten|drin|festgehalten))?(?: (?:bisher|so|alles))?`,
    ),
    whole(
      String.raw`(?:zeig|sag|erzähl|nenn|liste)(?:e)?(?: mir)?(?: (?:mal|bitte|doch))* (?:alles|deine notizen|was du).*|was (?:du|weißt du) (?:alles |so )*(?:über|von) mi(?:ch|r).*|alles,? was du .*(?:hast|weißt).*`,
    ),
  ],
  forget: [
    whole(
      String.raw`${DROP}(?: (?:das|die|den|alles|was|bitte|mal|doch|wieder|sache|geschichte|teil|notiz|zeile|eintrag|infos?|du|ich))*(?: (?:mit|über|von|zu|wegen|zum|zur))?(?: (?:der|dem|den|die|das))? (?<about>.+?)(?: (?:wieder|bitte|raus|weg|rausnehmen|gesagt habe?|hast|weißt|doch))*`,
    ),
    whole(
      String.raw`(?:das|die (?:sache|info|notiz|zeile|geschichte)|den (?:teil|eintrag)) (?:mit|über|von|zu|wegen|zum|zur) (?:(?:der|dem|den|die|das) )?(?<about>.+?) (?:kannst du |kann |bitte |wieder |ruhig |einfach |mal |doch )*(?:löschen|vergessen|streichen|weg|raus|rausnehmen|entfernen|wegmachen|stimmt nicht mehr|gilt nicht mehr|ist hinfällig)`,
    ),
  ],
  rename: [
    wholeWithCapitals(
      String.raw`(?<from>${NAME}) (?:heißt|schreibt sich|wird) (?:eigentlich|in wirklichkeit|richtig|tatsächlich|in Wirklichkeit|doch|nämlich)(?: eigentlich| richtig)? (?<to>${NAME})(?: geschrieben)?(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?:[Mm]ach|[Ää]nder|[Ää]ndere|[Vv]erbesser|[Vv]erbessere) (?:mal |bitte |doch )*(?:aus )?(?<from>${NAME}) (?:in|zu|auf)?(?: )?(?<to>${NAME})(?:[, ].*)?`,
    ),
  ],
  spell: [
    wholeWithCapitals(
      String.raw`(?:.*\b(?:sich|heißt|heisst|ist|wird|name|schreibt man|eigentlich|es|doch) )?(?<to>\p{Lu}[\p{L}-]+)(?: geschrieben)?(?:,? (?:mit|ohne) (?:\p{Ll}+ )?["'“„]?\p{L}{1,2}["'”“]?(?!\p{L}).*|, .*(?:änder|korrigier|verbesser|benenn).*)`,
    ),
    wholeWithCapitals(String.raw`.*\b(?:schreibt sich|schreibt man)(?: \p{Ll}+)* (?<to>\p{Lu}[\p{L}-]+)(?:[, ].*)?`),
    wholeWithCapitals(
      String.raw`(?:(?:[Ee]r|[Ss]ie|[Dd]er|[Dd]ie|[Ee]s) )?(?:heißt|ist|[Hh]eißt) (?:eigentlich|doch|in Wirklichkeit) (?<to>\p{Lu}[\p{L}-]+)`,
    ),
  ],
  remind: [
    whole(
      String.raw`(?:erinner|erinnere|weck|wecke)\b (?:mich|uns)\b.*|(?:stell|stelle|mach|setz|setze)(?: (?:mir|mal|bitte|doch|nen|einen|den|ne|eine|'nen|n))* (?:\S+ )?(?:wecker|timer|alarm|erinnerung|reminder)\b.*|(?:sag|gib|meld)(?:e)? (?:mir|dich) (?:bescheid|um|morgen|heute|in|wenn|rechtzeitig)\b.*`,
    ),
  ],
  impossible: [
    whole(
      String.raw`(?:wie|was|gibt['’]?s?|wird|regnet|schneit|brauch|brauche|zeig|sag|welche|kommt|hast du|ist)\b.*(?<!\p{L})(?:wetter|regnen|regnet|regen|schnee|schneien|schneit|schirm|nachrichten|schlagzeilen|news|grad draußen|verkehr|börse)(?!\p{L}).*`,
    ),
    whole(String.raw`(?:wie spät|wieviel uhr|wie viel uhr|wie spat)\b.*|(?:ruf|klingel|telefonier)\b.*\b(?:an|durch)`),
  ],
  remember: [
    whole(
      String.raw`(?:schreib|schreibe|notier|notiere|merk|merke|halt|halte|speicher|speichere)(?: (?:dir|das|es|mal|bitte|doch|auch|noch|halt|eben|kurz|schnell|auf|fest|ein|ab))*(?<list>:)?[,:]? (?<about>.+)`,
    ),
    whole(
      String.raw`(?<about>.+?)[,.;–—-]+\s*(?:und )?(?:das )?(?:bitte |mal |dir |das |doch )*(?:notieren|merken|aufschreiben|speichern|festhalten|nicht vergessen|(?:merk|notier|schreib|speicher)e?(?: (?:dir|das|es|bitte|mal|auf|doch))*)(?: bitte| danke)?`,
    ),
    whole(
      String.raw`(?:zur info|fürs protokoll|nur damit du['’]?s weißt|damit du['’]?s weißt|wichtig)[,:]? (?<about>.+)`,
    ),
  ],
  correct: [
    whole(
      String.raw`(?:(?:ach|oh|äh|ah|ups|huch|hoppla|quatsch|blödsinn|mist|sorry|pardon|entschuldige|entschuldigung|tut mir leid|moment|warte(?: mal)?|halt|stopp|nee?|nein|nö|doch|falsch|korrektur|verwechselt|vertippt|vertan|ich (?:hab|habe) (?:mich |das |es |da )*(?:was )?(?:vertan|verschrieben|vertippt|verwechselt|geirrt|versprochen|falsch gesagt)|(?:hab|habe) mich (?:vertan|verschrieben|vertippt|geirrt|versprochen)|mein fehler|ich mein(?:te|e)?|eigentlich|stimmt nicht|stimmt gar nicht)(?:[,.:;!\s–—-]+|$)(?:doch |es ist |ich mein(?:e|te)? )*)+(?<about>.+)`,
    ),
    whole(
      String.raw`(?<about>.+?),? (?:mein(?:e|te)? ich|natürlich|hab(?:e)? mich vertan|sorry|wollte ich sagen|muss es heißen)`,
    ),
  ],
}
