/**
 * What editors and systems leave beside the files, as ignore rules: vim, Emacs, LibreOffice, Office, macOS, Windows. New
 * repositories have them in `.git/info/exclude`, so that git says nothing of these files either.
 */
export const LEFT_BY_PROGRAMS: readonly string[] = [
  '.*.sw[a-p]',
  '4913',
  '*~',
  '.#*',
  String.raw`\#*#`,
  '.~lock.*#',
  '~$*',
  '.DS_Store',
  '._*',
  'Thumbs.db',
  'desktop.ini',
]
