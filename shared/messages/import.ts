/** What is said of exports of other programs, while they are read. Most are ends of sentences: why something is left out. */
export const IMPORT = {
  'import-unreadable':
    '“{name}” can’t be read. Nothing was imported. Check that it’s still there, and that you may open it.',
  'import-zip-damaged':
    'The zip file “{name}” is damaged or incomplete. Nothing was imported. Download it again, or unpack it and import the folder.',
  'import-file-too-large': '“{name}” is larger than {most}, so it isn’t read.',
  'import-file-damaged': '“{name}” is damaged: what comes out isn’t what was put in. Download the export again.',
  'import-file-swells': '“{name}” unpacks to more than it says, so it isn’t read on.',
  'import-name-absolute': 'its name is an absolute path',
  'import-name-leads-out': 'its name leads out of the archive',
  'import-link': 'it’s a link',
  'import-encrypted': 'it’s encrypted',
  'import-packed-otherwise': 'it’s packed in a way that can’t be read here',
  'import-bomb': 'it would unpack to far more than is plausible',
  'import-doubled': 'there is a file of the same name before it',
  'import-too-many': 'there are more than {most, number} files',
  'import-list-damaged': 'the archive’s list of files is damaged from there on',
  'import-left-by-programs': 'programs left these there, and nobody wrote them',
  'import-not-json': 'it isn’t valid JSON',
  'import-not-utf8': 'it isn’t valid UTF-8',
  'import-cut-off': 'the file ends in the middle of it',
  'import-item-large': 'it’s larger than {most}',
  'import-odd-item': 'it isn’t what such an export has there',
  'import-nothing-remembered':
    '{count, plural, one {nothing was remembered in this conversation} other {nothing was remembered in these # conversations}}',
  'import-only-remembered':
    '{count, plural, one {of this conversation only what was remembered is imported} other {of these # conversations only what was remembered is imported}}',
  'import-conversations':
    '{count, plural, one {what was said in this conversation isn’t memory} other {what was said in these # conversations isn’t memory}}',
  'import-no-memory': '{count, plural, one {there is no memory in it} other {there is no memory in these # files}}',
  'import-nothing-in-it': 'it’s empty',
  'import-of-the-service': 'it’s an example by the service, not by you',
  'import-forgotten':
    '{count, plural, one {it’s no longer in the latest list of what is remembered} other {these # are no longer in the latest list of what is remembered}}',
  'import-switched-off': '{count, plural, one {it’s switched off} other {these # are switched off}}',
  'import-deleted-there': '{count, plural, one {it was deleted there} other {these # were deleted there}}',
  'import-archived-there': '{count, plural, one {it was archived there} other {these # were archived there}}',
  'import-continued': 'you went on with it here, so it stays as it is',
  'import-twice': 'the same is in {file}',
} as const
