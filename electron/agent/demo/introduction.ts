import type { Language } from './languages/language.ts'

/** How people say who they are, in one breath: “I’m Jan, 41, a baker from Ghent”. */
export interface Introductions {
  /** “I’m”, with the `name` after it and nothing of what follows. */
  readonly opening: RegExp
  readonly age: RegExp
  /** “a baker from Ghent”: what is said of the speaker without a verb. */
  readonly role: RegExp
  readonly sayName: (name: string) => string
  readonly sayAge: (years: string) => string
  readonly sayRole: (role: string) => string
  /** What follows without a subject: “and love cheese”. */
  readonly sayRest: (rest: string) => string
}

const SEPARATOR = /^(?:[\s,，、]+(?:(?:and|und|et|y|e)\s+)?|\s*(?=aus\s|from\s))/iu
const PIECE = /^(?:[^,，、\s]|\s(?!(?:and|und|et|y|e)\s))+/iu

/** As sentences of their own; as it is where it is no introduction. */
export function introduced(sentence: string, { introductions }: Language): string {
  const match = introductions?.opening.exec(sentence)
  const name = match?.groups?.['name']
  if (introductions === undefined || match === null || match === undefined || name === undefined) return sentence
  const told: string[] = []
  let hasAge = false
  let rest = sentence.slice(match[0].length)
  for (;;) {
    const after = rest.replace(SEPARATOR, '')
    const piece = PIECE.exec(after)?.[0].trim() ?? ''
    const years = introductions.age.exec(piece)?.groups?.['years']
    hasAge ||= years !== undefined
    if (years !== undefined) told.push(introductions.sayAge(years))
    else if (introductions.role.test(piece)) told.push(introductions.sayRole(piece))
    else break
    rest = after.slice(PIECE.exec(after)?.[0].length ?? 0)
  }
  // “I’m jess, 27” but “I’m tired, …”
  const isName = !/^\p{Ll}/u.test(name) || hasAge
  if (!isName || (told.length === 0 && rest === '')) return sentence
  const left = rest.replace(SEPARATOR, '')
  return [introductions.sayName(name), ...told, ...(left === '' ? [] : [introductions.sayRest(left)])].join('; ')
}
