import { type IgnorePattern, parseIgnoreLine } from './ignore-pattern.ts'
import { matchesPieces } from './path-pieces.ts'

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

const patternsOf = (foldsCase: boolean): readonly IgnorePattern[] =>
  LEFT_BY_PROGRAMS.flatMap((line) => parseIgnoreLine(line, foldsCase) ?? [])
const EXACT = patternsOf(false)
const FOLDED = patternsOf(true)

/**
 * Whether a program left a file of this name beside the user's.
 * @param spend called with the characters compared
 */
export function isLeftByProgram(name: string, foldsCase = false, spend?: (characters: number) => void): boolean {
  return (foldsCase ? FOLDED : EXACT).some(({ pieces }) => matchesPieces(pieces, name, spend))
}
