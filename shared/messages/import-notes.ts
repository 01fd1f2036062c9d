/** Why something of other agents' memories, rules and notes is not imported: ends of sentences. */
export const IMPORT_NOTES = {
  'notes-no-text': 'it’s not text',
  'notes-no-utf8': 'it’s in an encoding that isn’t read here; save it as UTF-8',
  'notes-empty': 'it’s empty',
  'notes-no-note': 'it’s neither Markdown nor plain text',
  'notes-hidden': '{count, plural, one {it’s hidden} other {these # files are hidden}}',
  'notes-attachment': 'it’s an attachment; it stays where it is',
  'notes-canvas': 'it’s a drawing, a canvas or a table that only its program can show',
  'notes-settings': '{program} keeps its settings {count, plural, one {in this file} other {in these # files}}',
  'notes-trash': '{count, plural, one {it was thrown away there} other {these # files were thrown away there}}',
  'notes-no-memory':
    '{count, plural, one {it’s not part of} other {these # files are not part of}} the memory of {program}',
  'notes-no-rules':
    '{count, plural, one {there are no rules for agents in it} other {there are no rules for agents in these # files}}',
  'notes-raw': 'what is worth keeping of it is in {file}',
  'notes-name': 'its name can’t be that of a file in a memory',
  'notes-around': 'it’s what the assistant says around its answer',
  'notes-cut-off': 'the answer breaks off there: ask the assistant to continue, and import what follows',
} as const
