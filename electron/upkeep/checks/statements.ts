import { isRecord, plainName, saysNow, subjectOfContext } from './context.ts'
import { type Note, wordsOf } from './note.ts'

// Statements that can have one value only: "City: Porto" in people/ana.md, "Ana lives in Porto". Pure.

export interface Statement {
  /** From 1. */
  readonly line: number
  readonly subject: string
  readonly attribute: string
  /** In the form in which it is compared. */
  readonly value: string
  readonly shown: string
}

/** What somebody or something has one of, by its usual names. */
const ATTRIBUTES: readonly (readonly [attribute: string, names: RegExp])[] = [
  ['home', /^(?:city|residence|lives in|home city|city of residence|wohnort)$/],
  ['employer', /^(?:employer|works at|company|arbeitgeber)$/],
  ['birthday', /^(?:birthday|birth ?date|date of birth|born|born on|dob|geburtstag|geboren)$/],
  ['age', /^(?:age|alter)$/],
  ['name', /^(?:(?:full |first |last |legal |real )?name|surname|nickname)$/],
  ['time zone', /^(?:time ?zone|tz)$/],
  ['blood type', /^(?:blood (?:type|group)|blutgruppe)$/],
  ['marital status', /^(?:marital status|relationship status)$/],
  ['height', /^(?:height|shoe size|clothing size|ring size|weight)$/],
  [
    'deadline',
    /^(?:deadline|due|due date|due on|launch date|release date|start date|end date|closing date|moving date|wedding date)$/,
  ],
  ['state', /^(?:status|state|phase|stage|priority)$/],
  [
    'setting',
    /^(?:indent(?:ation)?|tab width|line length|package manager|python version|node version|license|licence|theme|timezone|currency|units?|date format|keyboard layout|encoding|quote style)$/,
  ],
  [
    'single',
    /^(?:(?:default|preferred|favou?rite|lieblings) ?[\p{L} ]{2,40}|(?:main|primary|current) (?:branch|language|address|e-?mail|contact|bank|account|phone|currency|editor|version|sprint|stage|job)|total budget|budget|rent|monthly rent|seat|room|floor|port|capital)$/u,
  ],
]

/** Several of these are as ordinary as one. */
const PLURAL = /(?:[^s]s|es|ies)$/
const SINGULAR_IN_S = /(?:status|address|bus|news|canvas|class|glass|business|series|s's)$/

/** The attribute that a key names, when it can have one value only. */
function attributeOf(key: string): string | null {
  const name = key.toLowerCase().replace(/\s+/g, ' ').trim()
  for (const [attribute, names] of ATTRIBUTES)
    if (names.test(name)) {
      if (attribute === 'single' && PLURAL.test(name) && !SINGULAR_IN_S.test(name)) return null
      const isOwnKind = ['name', 'height', 'deadline', 'state', 'setting', 'single'].includes(attribute)
      return isOwnKind ? spelledOne(name) : attribute
    }
  return null
}

const spelledOne = (name: string): string => name.replace('favourite', 'favorite').replace('colour', 'color')

const KEYED = /^([\p{L}][\p{L} /'’-]{1,40}?)\s*[:：]\s+(\S.*)$/u
const POSSESSED =
  /^(.{1,40}?)(?:['’]s|(?<=s)['’])\s+([\p{L}][\p{L} -]{2,40}?)\s+(?:is|are|=)\s+(?:now\s+|currently\s+)?(\S.*)$/u
const OWN =
  /^(?:my|our|the user['’]s|user['’]s)\s+([\p{L}][\p{L} -]{2,40}?)\s+(?:is|are|=)\s+(?:now\s+|currently\s+)?(\S.*)$/iu
const DOES =
  /^((?:[Tt]he user|[Uu]ser|I|[\p{Lu}][\p{L}'’-]+(?: [\p{Lu}][\p{L}'’-]+){0,2}))\s+(?:(?:now|currently|has)\s+)?(lives?|lived|resides?|works?|worked|was born|is|am)\s+(?:now |currently )?(in|at|for|on)?\s*(\S.*)$/u

/** The statements of a note, as far as they can be told from everything else. */
export function statementsIn(path: string, note: Note): readonly Statement[] {
  const found: Statement[] = []
  const lists = listsOfRecords(note)
  for (const line of note.lines) {
    if (!line.isPlain || line.text.length > 300 || /^\s*[>|]/.test(line.text) || /^\s*[-*]\s+\[[ xX]\]/.test(line.text))
      continue
    const words = wordsOf(line.text)
    const isListed = lists.has(line.headings.join('\n'))
    const statement = explicit(words) ?? (isListed ? null : keyed(words, subjectOfContext(path, note, line)))
    if (statement?.attribute === 'state' && line.text.includes('`')) continue
    if (statement === null || isRecord(path, line, note.title) || !saysNow(words)) continue
    const value = plainValue(statement.value)
    if (value !== '')
      found.push({ line: line.number, ...statement, value, shown: statement.value.replace(/[.;,\s]+$/, '') })
  }
  return found
}

/** Where keys repeat together, one thing after the other is described: "Hotel, Due, Hotel, Due". */
function listsOfRecords({ lines }: Note): ReadonlySet<string> {
  const keys = new Map<string, Map<string, number>>()
  for (const { text, isPlain, headings } of lines) {
    const [, key] = (isPlain && KEYED.exec(wordsOf(text))) || []
    if (key === undefined) continue
    const place = headings.join('\n')
    const counts = keys.get(place) ?? new Map<string, number>()
    keys.set(place, counts.set(key.toLowerCase(), (counts.get(key.toLowerCase()) ?? 0) + 1))
  }
  return new Set(
    [...keys]
      .filter(([, counts]) => [...counts.values()].filter((count) => count > 1).length > 1)
      .map(([place]) => place),
  )
}

type Said = Pick<Statement, 'subject' | 'attribute' | 'value'>

function keyed(words: string, subject: string): Said | null {
  const [, key, value] = KEYED.exec(words) ?? []
  if (key === undefined || value === undefined) return null
  const attribute = attributeOf(key)
  return attribute === null ? null : { subject, attribute, value }
}

function explicit(words: string): Said | null {
  const [, own, ownValue] = OWN.exec(words) ?? []
  if (own !== undefined && ownValue !== undefined) return withAttribute('the user', own, ownValue)
  const [, who, what, value] = POSSESSED.exec(words) ?? []
  if (who !== undefined && what !== undefined && value !== undefined) return withAttribute(who, what, value)
  const [, subject, verb, where, rest] = DOES.exec(words) ?? []
  if (subject === undefined || verb === undefined || rest === undefined) return null
  if (/^lives?$|^resides?$/.test(verb) && where === 'in') return place(subject, rest)
  if (/^works?$/.test(verb) && where === 'at') return named(subject, 'employer', rest)
  const [, age] = /^(\d{1,3}) years old\b/.exec(rest) ?? []
  return age !== undefined && where === undefined ? { subject: plainName(subject), attribute: 'age', value: age } : null
}

function withAttribute(who: string, what: string, value: string): Said | null {
  const attribute = attributeOf(what)
  return attribute === null ? null : { subject: plainName(who), attribute, value }
}

/** A proper name at the beginning: "Porto" of "Porto with her parents". */
const PROPER =
  /^(?:the )?(\p{Lu}[\p{L}'’.-]*(?: (?:de|da|do|del|la|of|am|an der|upon) \p{Lu}[\p{L}'’-]*| \p{Lu}[\p{L}'’-]*){0,3})/u

function named(subject: string, attribute: string, rest: string): Said | null {
  const [, value] = PROPER.exec(rest) ?? []
  return value === undefined ? null : { subject: plainName(subject), attribute, value }
}

const place = (subject: string, rest: string): Said | null => named(subject, 'home', rest)

function plainValue(value: string): string {
  return value
    .toLowerCase()
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/\[\[|\]\]|["“”'‘’]/g, '')
    .replace(/\s+(?:since|as of|from)\b.*$/, '')
    .replace(/[.;,\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
