import type { Voice } from './language.ts'

const files = (count: number): string => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

/** Paths and lines come in as they are; Markdown is added here. */
const REPLIES = {
  /** Said once in a conversation. */
  whatIAm: 'Demo model: works offline and follows a few fixed rules. It doesn’t understand language.',
  help: 'I can save, correct, find, forget and undo facts. Try one of these:',
  /** In an order that makes sense. */
  examples: [
    'Remember that Ana is allergic to shellfish',
    'Actually, Ana is allergic to nuts',
    'Undo that',
    'What do you know about Ana?',
    'What do you remember?',
  ],
  helpIsAbove: 'The examples above show what I can do.',
  unknown: 'I didn’t understand that. Nothing was saved.',
  greet: 'Hello. Tell me something to remember, or ask what I remember.',
  thank: 'You’re welcome.',
  leave: 'Goodbye. What was saved stays in memory.',
  agree: 'Good. Nothing new was saved.',
  deny: 'What should it say? Tell me in one sentence, like “Actually, …”. Nothing was changed.',
  'keep-nothing': 'Understood. Nothing was saved.',
  /** The answer when it is asked to save its progress: it writes at once what it is told to remember. */
  nothingToSave: 'Whatever you told me to remember is saved already, so there is nothing left to save.',
  remind:
    'I can’t remind you: I only answer when you write. To keep it as a note, say “Remember that …”. Nothing was saved.',
  impossible: 'I can’t do that: I only save, find, correct and forget facts. Nothing was saved.',
  'what-to-save': 'What should I save? Say it in one sentence: “Remember that …”.',
  tooLong: (characters: number, limit: number) =>
    `That message has ${characters.toLocaleString('en')} characters and I read at most ${limit.toLocaleString('en')}, so I read none of it and nothing was saved. Send the facts in shorter messages.`,
  /** A statement that was not kept, because it may be none. */
  unsure: (sentence: string) =>
    `Not saved, because I’m not sure it’s a lasting fact: “${sentence}”. To save it, say “Remember that …”.`,
  who: (sentence: string) => `Not saved, because I can’t tell who is meant: “${sentence}”. Say it again with the name.`,

  saved: (path: string, line: string) => `Saved to \`${path}\`: **${line}**`,
  added: (path: string, line: string) => `Added to \`${path}\`: **${line}**`,
  changed: (path: string, line: string, before: string) => `Changed in \`${path}\`: **${line}** (before: ${before})`,
  already: (path: string, line: string) => `Already in \`${path}\`: **${line}**`,
  removed: (path: string, line: string) => `Deleted from \`${path}\`: **${line}**`,
  removedFile: (path: string) => `Deleted: all of \`${path}\``,
  renamed: (from: string, to: string) => `Renamed: \`${from}\` is now \`${to}\``,
  failed: (why: string) => `That didn’t work: ${why}`,

  remembered: 'Here’s what I remember:',
  empty: 'The memory is empty. To add something, say “Remember that …”.',
  emptyFile: '(nothing in it)',
  and: (some: string, more: number) => `${some} and ${more.toLocaleString('en')} more`,
  /** @param about what was asked, or null for the user themselves */
  foundNothing: (count: number, names: string, about: string | null) =>
    `I looked in ${files(count)}${names === '' ? '' : ` (${names})`} and found nothing about ${about === null ? 'you' : `“${about}”`}. I know only what’s in memory. To add something, say “Remember that …”.`,
  notAll: (read: number, all: number) => `I looked in ${read.toLocaleString('en')} of ${files(all)}.`,
  notRead: (paths: string) => `Not read: ${paths}`,
  counted: (count: number, facts: number) =>
    `${files(count)} with ${facts === 1 ? '1 line' : `${facts.toLocaleString('en')} lines`} in memory.`,
  nothingToTidy: 'Nothing to tidy: no duplicate lines and no empty files.',
  noFile: (name: string) => `There is no file “${name}” in memory.`,
  noLine: (text: string) => `No line in memory has “${text}”, so nothing was changed.`,
  /** A correction that fits no line. */
  nothingToCorrect: (said: string) =>
    `I can’t tell which line “${said}” corrects, so nothing was changed. Say “Change … to …”.`,

  undone: (message: string) => `Undone: the changes made for “${message}”`,
  undoneAgain: 'That’s already undone. Nothing was changed.',
  nothingToUndo: 'I changed nothing in this conversation, so there is nothing to undo.',
  useUndoButton:
    'The files have changed since, so I changed nothing. Use the Undo button on the card above: it keeps later changes.',
  redo: 'I can’t redo. Use the Undo button on the card of my last change.',
  because: (names: string, message: string) => `I changed ${names} because of your message: “${message}”`,
  noChangeYet: 'I haven’t saved or changed anything about that in this conversation.',
}

export type Replies = typeof REPLIES

export const EN: Voice = {
  code: 'en',
  headings: { aboutMe: 'About me', notes: 'Notes' },
  replies: REPLIES,
}
