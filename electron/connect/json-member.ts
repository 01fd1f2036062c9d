import { isDeepStrictEqual } from 'node:util'
import { ConfigProblem, type Insertion, placeOf, type Span, type Table, without } from './config-format.ts'
import {
  bracesOf,
  indexOf,
  type JsonDialect,
  jsonFormat,
  layoutOf,
  membersOf,
  newObject,
  rootOf,
} from './json-format.ts'
import { addFirst, cutMember } from './members.ts'

// One member at the top of a JSON object: set, and taken back. Pure, on texts; every other byte stays.

/** What is remembered of a member that was set, to take it back. */
export interface SetMember {
  readonly insertion: Insertion
  /** The text of the value that was there before; null if there was no such member. */
  readonly was: string | null
}

/** A text that was changed, with what the text before had and it has not, and the other way round. */
export interface MemberChange {
  readonly text: string
  readonly cuts: readonly Span[]
  readonly puts: readonly Span[]
}

/** @throws ConfigProblem */
export function setMember(text: string, dialect: JsonDialect, name: string, value: string): MemberChange & SetMember {
  const root = rootOf(text, dialect)
  const now = valueIn(text, dialect, name)
  const after = { ...jsonFormat(dialect).value(text), [name]: value }
  const layout = layoutOf(text, root)
  if (now !== null) {
    const put = JSON.stringify(value)
    const insertion = { at: now.start, text: put }
    const changed = spliced(text, now, put)
    return { ...expecting(changed, dialect, after), insertion, was: text.slice(now.start, now.end) }
  }
  const member = (indent: string | null): string =>
    `${JSON.stringify(name)}:${indent === null && !layout.isSpaced ? '' : ' '}${JSON.stringify(value)}`
  const insertion =
    root === null ? newObject(text, layout, { [name]: value }) : addFirst(text, bracesOf(root), layout, member)
  const changed = spliced(text, { start: insertion.at, end: insertion.at }, insertion.text)
  return { ...expecting({ ...changed, cuts: [] }, dialect, after), insertion, was: null }
}

/** Takes back what was set, where that still stands as it was, else the member as it is now. @throws ConfigProblem */
export function takeBackMember(
  text: string,
  dialect: JsonDialect,
  name: string,
  { insertion, was }: SetMember,
): MemberChange {
  const { [name]: _, ...others } = jsonFormat(dialect).value(text)
  const now = valueIn(text, dialect, name)
  const root = rootOf(text, dialect)
  if (now === null || root === null) return { text, cuts: [], puts: [] }
  if (was !== null) {
    const back = jsonFormat(dialect).value(`{${JSON.stringify(name)}:${was}}`)
    return expecting(spliced(text, now, was), dialect, { ...others, ...back })
  }
  const at = placeOf(insertion, text)
  const exact = at === null ? [] : [[{ start: at, end: at + insertion.text.length }]]
  // What was put in is not all, if another program has put something beside it that now needs a comma less.
  const [cuts] = [...exact, cutMember(text, bracesOf(root), indexOf(root, name))].flatMap((each) => {
    const spans = [each].flat()
    return says(without(text, spans), dialect, others) ? [spans] : []
  })
  if (cuts === undefined) throw new ConfigProblem('not-alone')
  return { text: without(text, cuts), cuts, puts: [] }
}

/** Where the value of the member that counts is; null if there is no such member. */
function valueIn(text: string, dialect: JsonDialect, name: string): Span | null {
  const root = rootOf(text, dialect)
  const [, node] = root === null ? [] : (membersOf(root)[indexOf(root, name)] ?? [])
  return node === undefined ? null : { start: node.offset, end: node.offset + node.length }
}

function spliced(text: string, { start, end }: Span, put: string): MemberChange {
  return {
    text: text.slice(0, start) + put + text.slice(end),
    cuts: [{ start, end }],
    puts: [{ start, end: start + put.length }],
  }
}

function expecting(changed: MemberChange, dialect: JsonDialect, expected: Table): MemberChange {
  if (!says(changed.text, dialect, expected)) throw new ConfigProblem('not-alone')
  return changed
}

function says(text: string, dialect: JsonDialect, expected: Table): boolean {
  try {
    return isDeepStrictEqual(jsonFormat(dialect).value(text), expected)
  } catch (error) {
    if (error instanceof ConfigProblem) return false
    throw error
  }
}
