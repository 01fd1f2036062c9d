/** Copying out of the memory. */
export const EXPORT = {
  'export-name-taken': 'Something with that name already exists. Nothing was exported; choose another name.',
  'export-into-store':
    'That place is in the memory folder, where a copy would become part of the memory. Nothing was exported; choose a place outside of it.',
  'export-disk-full': 'The disk is full. Nothing was exported; free some space, or choose another place.',
  'export-not-allowed': 'The system doesn’t let Variorum write there. Nothing was exported; choose another place.',
  'export-not-written': 'The export couldn’t be written. Try again, or choose another place.',
  'export-no-file': 'There is no file {path} in this version of the memory. Nothing was exported.',
  'export-too-large': '{path} is too large to export. Copy it from the store’s folder.',
  'export-nothing': 'There is no text to export. Nothing was written.',
  'export-past-untrusted':
    'Which lines come from outside is known only for the present memory. Nothing was exported; export the past as it was.',
  'export-history-untrusted':
    'The history is exported as it is: no line can be marked or left out. Nothing was exported; export the files instead.',
  'export-target-no-text':
    'That file isn’t text, so no section can be put into it. Nothing was changed; choose another file.',
  'export-target-no-file': 'That isn’t a file. Nothing was changed; choose a file, or a name that is free.',
  'export-target-large': 'That file is too large to put a section into it. Nothing was changed; choose another file.',
  'export-markers-broken':
    'The lines “{begin}” and “{end}” in that file don’t enclose one section: each must be there once, in this order. Nothing was changed; correct or remove these lines, and export again.',
  // Why something was left out: ends of sentences.
  'export-left-too-large': 'it’s too large',
  'export-left-no-note': 'it’s not a note',
  'export-left-outside': 'all of it is from outside',
  'export-left-named-outside': 'its name is from outside',
  'export-left-lines': '{count, plural, one {# line from outside} other {# lines from outside}}',
} as const
