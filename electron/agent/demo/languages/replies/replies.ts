/** The sentences of the demo model in one language. Paths and lines come in as they are; Markdown is added here. */
export interface Replies {
  /** Said once in a conversation. */
  readonly whatIAm: string
  readonly help: string
  /** Sentences to try, in an order that makes sense. */
  readonly examples: readonly string[]
  readonly helpIsAbove: string
  readonly notUnderstood: string
  readonly greeting: string
  readonly fine: string
  readonly welcome: string
  readonly goodbye: string
  readonly agreed: string
  readonly whatIsRight: string
  readonly nothingKept: string
  readonly nothingChanged: string
  /** The answer when it is asked to save its progress: it writes at once what it is told to remember. */
  readonly nothingToSave: string
  readonly cannotRemind: string
  readonly cannotDo: string
  readonly whatToSave: string
  readonly tooLong: (characters: string, limit: string) => string
  /** A statement that was not kept, because it may be none. */
  readonly unsure: (sentence: string) => string
  readonly whoIsMeant: (sentence: string) => string

  readonly saved: (path: string, line: string) => string
  readonly added: (path: string, line: string) => string
  readonly changed: (path: string, line: string, before: string) => string
  readonly already: (path: string, line: string) => string
  readonly removed: (path: string, line: string) => string
  readonly removedLast: (path: string, line: string) => string
  readonly removedFile: (path: string) => string
  readonly removedEmpty: (path: string) => string
  readonly renamed: (from: string, to: string) => string
  readonly failed: (why: string) => string

  readonly remembered: string
  readonly empty: string
  readonly emptyFile: string
  readonly nothingMatches: string
  readonly nothingAboutYou: string
  readonly notRead: (paths: string) => string
  readonly counted: (files: number, facts: number) => string
  readonly manyFiles: (files: number) => string
  readonly nothingToForget: (about: string) => string
  readonly nothingToTidy: string
  readonly noFile: (name: string) => string
  readonly noLine: (text: string) => string
  /** A correction that fits no line. */
  readonly nothingToCorrect: (said: string) => string
  readonly severalLines: (text: string) => string

  readonly undone: (message: string) => string
  readonly undoneAgain: string
  readonly nothingToUndo: string
  readonly useUndoButton: string
  readonly useRedoButton: string
  readonly because: (files: string, message: string) => string
  readonly noChangeYet: string
  readonly noChangeAbout: string
}
