import { EN } from './en.ts'
import type { Phrasebook } from './language.ts'

const files = (count: number): string => (count === 1 ? '1 Datei' : `${count.toLocaleString('de')} Dateien`)

/** “dass ich in Porto wohne” has its verb at the end; a sentence has it after “ich” or a name. */
function verbSecond(clause: string): string {
  return clause
    .replace(/^dass\s+/iu, '')
    .replace(
      /^(ich|wir|(?:[Mm]eine? )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) ((?:(?! und |,).)+) (ist|bin|sind|hat|habe|haben|kann|muss|mag|\p{Ll}{2,}(?:t|e|en))$/u,
      (whole, subject: string, rest: string, verb: string) =>
        /^(?:ist|bin|hat|habe|hei(?:ß|ss)[te]+)\s/.test(rest) ? whole : `${subject} ${verb} ${rest}`,
    )
}

export const DE: Phrasebook = {
  code: 'de',
  marks:
    /(?<!\p{L})(?:ich|du|dir|mir|mein|meine|meinen|wir|ist|bin|hat|und|nicht|kein|keine|das|die|der|dass|über|was|wie|wer|wo|wann|weißt|merk|merke|notiere|vergiss|lösche?|mach|rückgängig|nein|hallo|danke|bitte|heißt|heiße|wohnt|wohne|mag|eine?)(?!\p{L})/giu,
  phrases: {
    greet: /^(?:hallo|hi|hey|guten (?:tag|morgen|abend)|servus|moin)(?:[ ,]+zusammen)?$/iu,
    thank: /^(?:vielen |besten )?danke?(?: dir| schön| sehr)?$/iu,
    help: /^(?:hilfe|was kannst du(?: alles)?(?: tun| machen)?|wer bist du)$/iu,
    undo: /^(?:(?:bitte )?(?:mach |nimm )?(?:das|es|die letzte änderung)?(?: bitte)?(?: wieder)? ?(?:rückgängig|zurück)(?: machen| nehmen)?(?: bitte)?|(?:vergiss|lösche?|streich) (?:das|es)(?: wieder| bitte)?(?:,.*)?)$/iu,
    list: /^was (?:hast du|weißt du|merkst du)(?: dir| alles| schon| so)*(?: gespeichert| gemerkt| notiert)?$/iu,
    ask: /^(?:was (?:weißt|hast) du (?:über|von|zu)|erzähl(?:e)? mir (?:etwas |was )?(?:über|von)) (?<about>.+?)(?: gespeichert)?$/iu,
    forget:
      /^(?:bitte )?(?:vergiss|lösche?|entferne?)(?: bitte)? (?:alles über |alles zu |das mit (?:de[mnr] )?|den eintrag (?:über|zu) |,? ?dass )?(?<about>.+)$/iu,
    remember:
      /^(?:(?:bitte )?(?:merke?|notiere?|schreib)(?: dir)?(?: bitte)?(?: auf)?[,:]?\s+|(?=(?:ich heiße|mein name ist|ich wohne|ich arbeite|ich mag) ))(?<about>.+)$/iu,
    correct:
      /^(?:nein|ne|nee|doch|falsch|stimmt nicht|das stimmt nicht|eigentlich|sorry|quatsch)[,.:!]?\s+(?<about>.+)$/iu,
  },
  subject:
    /^(?:(?<me>(?:[Ii]ch|[Mm]ein\p{Ll}*|[Mm]ir|[Mm]ich|[Ww]ir|[Uu]nser\p{Ll}*)(?!\p{L}).*)|(?<name>(?!(?:Das|Der|Die|Es|Ein|Eine|Im|Am)\s)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?<rest>(?:ist|hat|wohnt|lebt|arbeitet|mag|liebt|hasst|isst|trinkt|kommt|spielt|spricht|heißt|kann|fährt|wird|war)(?!\p{L}).+))$/u,
  asSentence: verbSecond,
  headings: { aboutMe: 'Über mich', notes: 'Notizen' },
  replies: {
    ...EN.replies,
    whatIAm:
      'Demo-Modell: arbeitet ohne Internet und folgt ein paar festen Regeln. Auf Deutsch kennt es nur einige Sätze.',
    help: 'Ich kann Fakten speichern, ändern, finden, löschen und Änderungen rückgängig machen. Zum Beispiel:',
    examples: [
      'Merk dir, dass Ana allergisch gegen Nüsse ist',
      'Nein, Ana ist allergisch gegen Muscheln',
      'Mach das rückgängig',
      'Was weißt du über Ana?',
      'Was hast du gespeichert?',
    ],
    helpIsAbove: 'Die Beispiele oben zeigen, was ich kann.',
    unknown: 'Das habe ich nicht verstanden. Es wurde nichts gespeichert.',
    greet: 'Hallo. Sag mir etwas, das ich mir merken soll, oder frag, was ich weiß.',
    thank: 'Gern geschehen.',
    nothingToSave: 'Was ich mir merken sollte, ist schon gespeichert; es bleibt nichts zu sichern.',
    unsure: (sentence) =>
      `Nicht gespeichert, weil ich nicht sicher bin, ob das dauerhaft gilt: „${sentence}“. Zum Speichern sag „Merk dir, dass …“.`,
    saved: (path, line) => `Gespeichert in \`${path}\`: **${line}**`,
    added: (path, line) => `Ergänzt in \`${path}\`: **${line}**`,
    changed: (path, line, before) => `Geändert in \`${path}\`: **${line}** (vorher: ${before})`,
    already: (path, line) => `Steht schon in \`${path}\`: **${line}**`,
    removed: (path, line) => `Gelöscht aus \`${path}\`: **${line}**`,
    removedFile: (path) => `Gelöscht: alles in \`${path}\``,
    failed: (why) => `Das hat nicht geklappt: ${why}`,
    remembered: 'Das habe ich gespeichert:',
    empty: 'Es ist noch nichts gespeichert. Zum Speichern sag „Merk dir, dass …“.',
    and: (some, more) => `${some} und ${more.toLocaleString('de')} weitere`,
    foundNothing: (count, names, about) =>
      `Ich habe in ${files(count)} nachgesehen${names === '' ? '' : ` (${names})`} und nichts über ${about === null ? 'dich' : `„${about}“`} gefunden. Ich weiß nur, was gespeichert ist. Zum Speichern sag „Merk dir, dass …“.`,
    notAll: (read, all) => `Ich habe in ${read.toLocaleString('de')} von ${files(all)} nachgesehen.`,
    notRead: (paths) => `Nicht gelesen: ${paths}`,
    nothingToCorrect: (said) => `Ich weiß nicht, welche Zeile „${said}“ berichtigt. Es wurde nichts geändert.`,
    undone: (message) => `Rückgängig gemacht: die Änderungen zu „${message}“`,
    undoneAgain: 'Das ist schon rückgängig gemacht. Es wurde nichts geändert.',
    nothingToUndo: 'In diesem Gespräch ist nichts geändert, also gibt es nichts rückgängig zu machen.',
    useUndoButton:
      'Die Dateien haben sich seitdem geändert, deshalb habe ich nichts getan. Nimm den Knopf „Rückgängig“ an der Karte oben: Er behält spätere Änderungen.',
  },
}
