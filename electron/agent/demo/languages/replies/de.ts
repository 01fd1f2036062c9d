import type { Replies } from './replies.ts'

const files = (count: number): string => (count === 1 ? '1 Datei' : `${count} Dateien`)

export const DE: Replies = {
  whatIAm: 'Demo-Modell: arbeitet ohne Internet und folgt ein paar festen Regeln. Es versteht keine Sprache.',
  help: 'Ich kann Fakten speichern, ändern, finden, löschen und Änderungen rückgängig machen. Zum Beispiel:',
  examples: [
    'Merk dir, dass Ana allergisch gegen Nüsse ist',
    'Nein, Ana ist allergisch gegen Muscheln',
    'Mach das rückgängig',
    'Was weißt du über Ana?',
    'Was hast du gespeichert?',
  ],
  helpIsAbove: 'Die Beispiele oben zeigen, was ich kann.',
  notUnderstood: 'Das habe ich nicht verstanden. Es wurde nichts gespeichert.',
  greeting: 'Hallo. Sag mir etwas, das ich mir merken soll, oder frag, was ich weiß.',
  fine: 'Alles in Ordnung. Sag mir etwas, das ich mir merken soll, oder frag, was ich weiß.',
  welcome: 'Gern geschehen.',
  goodbye: 'Tschüss. Was gespeichert ist, bleibt gespeichert.',
  agreed: 'Gut. Es wurde nichts Neues gespeichert.',
  whatIsRight: 'Was ist richtig? Sag es in einem Satz, etwa „Nein, …“. Es wurde nichts geändert.',
  nothingKept: 'Verstanden. Es wurde nichts gespeichert.',
  nothingChanged: 'In Ordnung. Es wurde nichts geändert.',
  nothingToSave: 'Was ich mir merken sollte, ist schon gespeichert; es bleibt nichts zu sichern.',
  cannotRemind:
    'Erinnern kann ich dich nicht: Ich antworte nur, wenn du schreibst. Als Notiz geht es mit „Merk dir: …“. Es wurde nichts gespeichert.',
  cannotDo:
    'Das kann ich nicht: Ich kann Fakten nur speichern, finden, ändern und löschen. Es wurde nichts gespeichert.',
  whatToSave: 'Was soll ich mir merken? Sag es in einem Satz: „Merk dir, dass …“.',
  tooLong: (characters, limit) =>
    `Diese Nachricht hat ${characters} Zeichen, und ich lese höchstens ${limit}. Ich habe nichts davon gelesen und nichts gespeichert. Schick die Fakten in kürzeren Nachrichten.`,
  unsure: (sentence) =>
    `Nicht gespeichert, weil ich nicht sicher bin, ob das dauerhaft gilt: „${sentence}“. Zum Speichern sag „Merk dir, dass …“.`,
  whoIsMeant: (sentence) =>
    `Nicht gespeichert, weil nicht klar ist, wer gemeint ist: „${sentence}“. Sag es noch einmal mit dem Namen.`,

  saved: (path, line) => `Gespeichert in \`${path}\`: **${line}**`,
  added: (path, line) => `Ergänzt in \`${path}\`: **${line}**`,
  changed: (path, line, before) => `Geändert in \`${path}\`: **${line}** (vorher: ${before})`,
  already: (path, line) => `Steht schon in \`${path}\`: **${line}**`,
  removed: (path, line) => `Gelöscht aus \`${path}\`: **${line}**`,
  removedLast: (path, line) => `Gelöscht: **${line}** (\`${path}\` war danach leer und wurde gelöscht)`,
  removedFile: (path) => `Gelöscht: alles in \`${path}\``,
  removedEmpty: (path) => `Gelöscht: \`${path}\` war leer`,
  renamed: (from, to) => `Umbenannt: \`${from}\` heißt jetzt \`${to}\``,
  failed: (why) => `Das hat nicht geklappt: ${why}`,

  remembered: 'Das habe ich gespeichert:',
  empty: 'Es ist noch nichts gespeichert. Zum Speichern sag „Merk dir, dass …“.',
  emptyFile: '(leer)',
  nothingMatches:
    'Dazu ist nichts gespeichert, und ich weiß nur, was gespeichert ist. Zum Speichern sag „Merk dir, dass …“.',
  nothingAboutYou: 'Über dich ist noch nichts gespeichert. Sag zum Beispiel „Ich heiße …“.',
  notRead: (paths) => `Nicht gelesen: ${paths}`,
  counted: (count, facts) => `${files(count)} mit ${facts === 1 ? '1 Zeile' : `${facts} Zeilen`}.`,
  manyFiles: (count) => `${files(count)}.`,
  nothingToForget: (about) =>
    `Über „${about}“ ist nichts gespeichert, also gab es nichts zu löschen. Frag „Was hast du gespeichert?“, um alles zu sehen.`,
  nothingToTidy: 'Es gibt nichts aufzuräumen: Keine Zeile ist doppelt und keine Datei leer.',
  noFile: (name) => `Eine Datei „${name}“ gibt es nicht.`,
  noLine: (text) => `In keiner Zeile steht „${text}“. Es wurde nichts geändert.`,
  nothingToCorrect: (said) =>
    `Ich weiß nicht, welche Zeile „${said}“ berichtigt. Es wurde nichts geändert. Sag zum Beispiel „Ändere … in …“.`,
  severalLines: (text) => `„${text}“ steht in mehreren Zeilen. Es wurde nichts geändert. Sag, welche gemeint ist.`,

  undone: (message) => `Rückgängig gemacht: die Änderungen zu „${message}“`,
  undoneAgain: 'Das ist schon rückgängig gemacht. Es wurde nichts geändert.',
  nothingToUndo: 'In diesem Gespräch ist nichts geändert, also gibt es nichts rückgängig zu machen.',
  useUndoButton:
    'Die Dateien haben sich seitdem geändert, deshalb habe ich nichts getan. Nimm den Knopf „Rückgängig“ an der Karte oben: Er behält spätere Änderungen.',
  useRedoButton: 'Wiederherstellen kann ich nicht. Nimm den Knopf an der Karte meiner letzten Änderung.',
  because: (files, message) => `Ich habe ${files} wegen deiner Nachricht geändert: „${message}“`,
  noChangeYet: 'In diesem Gespräch habe ich noch nichts gespeichert oder geändert.',
  noChangeAbout: 'Dazu habe ich in diesem Gespräch nichts gespeichert oder geändert.',
}
