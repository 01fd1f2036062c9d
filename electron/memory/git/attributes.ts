import { foldAscii, type IgnorePattern, parseIgnoreLine } from '../../../shared/ignore-pattern.ts'
import { matchesPieces } from '../../../shared/path-pieces.ts'

// Git's attributes. Pure. Source: gitattributes(5) and attr.c. Like git it compares bytes: names and patterns are Latin-1
// strings of their UTF-8.

/** `name`, `-name`, `!name` (as if nobody had said anything), or `name=value`. */
export type AttributeValue = true | false | null | string

type States = readonly (readonly [name: string, value: AttributeValue])[]

interface AttributeRule {
  readonly pattern: IgnorePattern
  readonly states: States
}

/** The rules of one file, in its order. */
export interface AttributeRules {
  readonly rules: readonly AttributeRule[]
  readonly macros: ReadonlyMap<string, States>
}

/** Attributes of paths below a folder: '' is the root. */
export interface RulesOfFolder extends AttributeRules {
  readonly folder: string
}

const BUILT_IN: ReadonlyMap<string, States> = new Map([
  [
    'binary',
    [
      ['diff', false],
      ['merge', false],
      ['text', false],
    ],
  ],
])

const MAX_RULES = 5_000

/**
 * @param text of an attributes file, as bytes
 * @param wanted the attributes of interest: what sets no other is left out
 * @param hasMacros whether the file may define macros: those of a folder below the root may not
 */
export function parseAttributes(
  text: string,
  { wanted, hasMacros, foldsCase }: { readonly wanted: ReadonlySet<string>; hasMacros: boolean; foldsCase: boolean },
): AttributeRules {
  const rules: AttributeRule[] = []
  const macros = new Map<string, States>()
  for (const line of text.replace(/^\u00ef\u00bb\u00bf/, '').split('\n')) {
    const [, macro, ofMacro] = /^[ \t\r]*\[attr\]([\w.-]+)([ \t\r].*|)$/s.exec(line) ?? []
    if (macro !== undefined) {
      const states = statesIn(ofMacro ?? '')
      if (hasMacros && states !== null) macros.set(macro, states)
      continue
    }
    const [, quoted, plain, rest] =
      /^[ \t\r]*(?:"((?:[^"\\]|\\.)*)"|([^# \t\r"][^ \t\r]*))([ \t\r].*|)$/s.exec(line) ?? []
    const name = quoted === undefined ? plain : unquoted(quoted)
    const pattern = name === undefined ? null : parseIgnoreLine(name, foldsCase)
    const states = statesIn(rest ?? '')
    if (pattern === null || states === null || pattern.isNegated || pattern.onlyFolders) continue
    if (rules.length < MAX_RULES) rules.push({ pattern, states })
  }
  const isOfInterest = (states: States): boolean => states.some(([name]) => wanted.has(name) || !NO_MACROS.has(name))
  return { rules: rules.filter(({ states }) => isOfInterest(states)), macros }
}

/** A rule with nothing else is of no interest: they are known to be no macros. */
const NO_MACROS: ReadonlySet<string> = new Set(['diff', 'merge', 'whitespace', 'export-ignore', 'export-subst'])

/** @returns null where a name is none: then git ignores the whole line */
function statesIn(text: string): States | null {
  const states: (readonly [string, AttributeValue])[] = []
  for (const token of text.split(/[ \t\r]+/)) {
    if (token === '') continue
    const [, sign, name, value] = /^([-!]?)([\w.][\w.-]*)(?:=(.*))?$/s.exec(token) ?? []
    if (name === undefined) return null
    states.push([name, sign === '-' ? false : sign === '!' ? null : (value ?? true)])
  }
  return states
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** A name in C's quotes. */
function unquoted(text: string): string {
  return text.replace(/\\([0-3][0-7]{2}|.)/gs, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : (ESCAPES[escaped] ?? escaped),
  )
}

/**
 * The attributes of a path that any rule sets.
 * @param sources from the one that decides first: `.git/info/attributes`, the path's folder, those above it, the user's,
 * the system's
 * @param spend called with the characters compared, so that a caller can stop
 */
export function attributesOf(
  path: string,
  sources: Iterable<RulesOfFolder>,
  { foldsCase, spend }: { readonly foldsCase: boolean; readonly spend?: (characters: number) => void },
): ReadonlyMap<string, AttributeValue> {
  const stack = [...sources]
  const values = new Map<string, AttributeValue>()
  const macroOf = (name: string): States | undefined =>
    stack.find(({ macros }) => macros.has(name))?.macros.get(name) ?? BUILT_IN.get(name)
  const fill = (states: States): void => {
    for (const [name, value] of states.toReversed()) {
      if (values.has(name)) continue
      values.set(name, value)
      const macro = value === true ? macroOf(name) : undefined
      if (macro !== undefined) fill(macro)
    }
  }
  for (const { folder, rules } of stack) {
    const below = folder === '' ? path : path.slice(folder.length + 1)
    const comparable = foldsCase ? foldAscii(below) : below
    const name = comparable.slice(comparable.lastIndexOf('/') + 1)
    for (const { pattern, states } of rules.toReversed())
      if (matchesPieces(pattern.pieces, pattern.isAnchored ? comparable : name, spend)) fill(states)
  }
  return values
}
