import type { Replies } from './replies.ts'

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

export const EN: Replies = {
  whatIAm: 'Demo model: works offline and follows a few fixed rules. It doesn’t understand language.',
  help: 'I can save, correct, find, forget and undo facts. Try one of these:',
  examples: [
    'Remember that Ana is allergic to shellfish',
    'Actually, Ana is allergic to nuts',
    'Undo that',
    'What do you know about Ana?',
    'What do you remember?',
  ],
  helpIsAbove: 'The examples above show what I can do.',
  notUnderstood: 'I didn’t understand that. Nothing was saved.',
  greeting: 'Hello. Tell me something to remember, or ask what I remember.',
  fine: 'All fine here. Tell me something to remember, or ask what I remember.',
  welcome: 'You’re welcome.',
  goodbye: 'Goodbye. What was saved stays in memory.',
  agreed: 'Good. Nothing new was saved.',
  whatIsRight: 'What should it say? Tell me in one sentence, like “Actually, …”. Nothing was changed.',
  nothingKept: 'Understood. Nothing was saved.',
  nothingChanged: 'All right. Nothing was changed.',
  nothingToSave: 'Whatever you told me to remember is saved already, so there is nothing left to save.',
  cannotRemind:
    'I can’t remind you: I only answer when you write. To keep it as a note, say “Remember to …”. Nothing was saved.',
  cannotDo: 'I can’t do that: I only save, find, correct and forget facts. Nothing was saved.',
  whatToSave: 'What should I save? Say it in one sentence: “Remember that …”.',
  tooLong: (characters, limit) =>
    `That message has ${characters} characters and I read at most ${limit}, so I read none of it and nothing was saved. Send the facts in shorter messages.`,
  unsure: (sentence) =>
    `Not saved, because I’m not sure it’s a lasting fact: “${sentence}”. To save it, say “Remember that …”.`,
  whoIsMeant: (sentence) => `Not saved, because I can’t tell who is meant: “${sentence}”. Say it again with the name.`,

  saved: (path, line) => `Saved to \`${path}\`: **${line}**`,
  added: (path, line) => `Added to \`${path}\`: **${line}**`,
  changed: (path, line, before) => `Changed in \`${path}\`: **${line}** (before: ${before})`,
  already: (path, line) => `Already in \`${path}\`: **${line}**`,
  removed: (path, line) => `Deleted from \`${path}\`: **${line}**`,
  removedLast: (path, line) => `Deleted: **${line}** (\`${path}\` was empty after that, so it was deleted)`,
  removedFile: (path) => `Deleted: all of \`${path}\``,
  removedEmpty: (path) => `Deleted: \`${path}\` was empty`,
  renamed: (from, to) => `Renamed: \`${from}\` is now \`${to}\``,
  failed: (why) => `That didn’t work: ${why}`,

  remembered: 'Here’s what I remember:',
  empty: 'The memory is empty. To add something, say “Remember that …”.',
  emptyFile: '(nothing in it)',
  nothingMatches:
    'Nothing in memory matches that, and I know only what is in memory. To add something, say “Remember that …”.',
  nothingAboutYou: 'Nothing about you is in memory yet. To add something, say “My name is …”.',
  notRead: (paths) => `Not read: ${paths}`,
  counted: (count, facts) => `${files(count)} with ${facts === 1 ? '1 line' : `${facts} lines`} in memory.`,
  manyFiles: (count) => `${files(count)} in memory.`,
  nothingToForget: (about) =>
    `Nothing about “${about}” is in memory, so there was nothing to delete. To see what is, ask “What do you remember?”`,
  nothingToTidy: 'Nothing to tidy: no duplicate lines and no empty files.',
  noFile: (name) => `There is no file “${name}” in memory.`,
  noLine: (text) => `No line in memory has “${text}”, so nothing was changed.`,
  nothingToCorrect: (said) =>
    `I can’t tell which line “${said}” corrects, so nothing was changed. Say “Change … to …”.`,
  severalLines: (text) => `Several lines in memory have “${text}”, so nothing was changed. Say which one.`,

  undone: (message) => `Undone: the changes made for “${message}”`,
  undoneAgain: 'That’s already undone. Nothing was changed.',
  nothingToUndo: 'I changed nothing in this conversation, so there is nothing to undo.',
  useUndoButton:
    'The files have changed since, so I changed nothing. Use the Undo button on the card above: it keeps later changes.',
  useRedoButton: 'I can’t redo. Use the Undo button on the card of my last change.',
  because: (files, message) => `I changed ${files} because of your message: “${message}”`,
  noChangeYet: 'I haven’t saved or changed anything in this conversation.',
  noChangeAbout: 'I haven’t saved or changed anything about that in this conversation.',
}
