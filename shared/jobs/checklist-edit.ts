import { assertNever } from '../assert-never.ts'
import { type IdentifiedItem, nextId, type ParsedChecklist, parseChecklist } from './checklist.ts'
import type { FeatureEdit, FeatureState } from './features.ts'
import { itemsOf, memberOf, membersOf, rootOf, sliceOf, type Span } from './json-spans.ts'

/** A part of the text to replace. */
interface Patch extends Span {
  readonly text: string
}

/** What the edit is made to: the array of features in its text. */
interface Place {
  readonly text: string
  readonly list: ParsedChecklist
  readonly array: Span
  readonly spans: readonly Span[]
}

/**
 * The text with the user's change. All that the change does not speak of stays as it was, to the byte: other fields,
 * the order of keys, indentation. Null if the list cannot be read, or has no such feature.
 */
export function editChecklist(text: string, edit: FeatureEdit): string | null {
  const place = placeIn(text)
  if (place === null) return null
  if (edit.kind === 'add') return patched(text, added(place, edit))
  const index = place.list.items.findIndex(({ id }) => id === edit.id)
  const item = place.list.items[index]
  if (item === undefined) return null
  switch (edit.kind) {
    case 'tick':
      return setAll(place, index, { ...stateSet(item, 'done'), evidence: edit.evidence })
    case 'untick':
      return setAll(place, index, { ...stateSet(item, 'open'), ...(item.evidence === null ? {} : { evidence: null }) })
    case 'reword':
      return setAll(place, index, reworded(item, edit))
    case 'move':
      return moved(place, index, edit.to)
    case 'remove':
      return patched(text, [removal(place, index)])
    default:
      return assertNever(edit)
  }
}

/** The text with one feature begun. Null as for an edit. */
export function beginFeature(text: string, id: string): string | null {
  const place = placeIn(text)
  const index = place?.list.items.findIndex((item) => item.id === id) ?? -1
  const item = place?.list.items[index]
  return place === null || item === undefined ? null : setAll(place, index, stateSet(item, 'doing'))
}

function placeIn(text: string): Place | null {
  const list = parseChecklist(text)
  if ('problem' in list) return null
  const root = rootOf(text)
  const array = list.isBareArray ? root : memberOf(text, root, 'features')?.value
  return array === undefined ? null : { text, list, array, spans: itemsOf(text, array) }
}

/** Fields of an item and their new values. */
type FieldValues = Readonly<Record<string, string | boolean | null>>

function stateSet(item: IdentifiedItem, state: FeatureState): FieldValues {
  const fields = item.fields?.state ?? [{ name: 'state', isFlag: false }]
  return item.state === state
    ? {}
    : Object.fromEntries(fields.map(({ name, isFlag }) => [name, isFlag ? state === 'done' : state]))
}

function reworded(item: IdentifiedItem, { what, check }: { what: string; check: string }): FieldValues {
  return {
    ...(what === item.what ? {} : { [item.fields?.what ?? 'what']: what }),
    ...(check === item.check ? {} : { [item.fields?.check ?? 'check']: check }),
  }
}

function setAll(place: Place, index: number, values: FieldValues): string {
  const { text, spans, list } = place
  const [span, item] = [spans[index], list.items[index]]
  if (span === undefined || item === undefined || Object.keys(values).length === 0) return text
  if (item.fields === null) return patched(text, [{ ...span, text: spaced({ what: item.what, ...values }) }])
  return patched(text, setInObject(text, span, values))
}

const spaced = (value: FieldValues): string =>
  `{ ${Object.entries(value)
    .map(([key, field]) => `${JSON.stringify(key)}: ${JSON.stringify(field)}`)
    .join(', ')} }`

function setInObject(text: string, object: Span, values: FieldValues): readonly Patch[] {
  const members = membersOf(text, object)
  const style = styleOf(text, object)
  const patches: Patch[] = []
  const missing: string[] = []
  for (const [key, value] of Object.entries(values)) {
    const there = members.findLast((member) => member.key === key)
    if (there === undefined) missing.push(`${JSON.stringify(key)}${style.colon}${JSON.stringify(value)}`)
    else patches.push({ ...there.value, text: newValue(sliceOf(text, there.value), value) })
  }
  const end = members.at(-1)?.end ?? object.start + 1
  const before = members.length === 0 ? '' : `,${style.between}`
  return missing.length === 0
    ? patches
    : [...patches, { start: end, end, text: before + missing.join(`,${style.between}`) }]
}

/** The same value stays as it was spelled. */
function newValue(old: string, value: string | boolean | null): string {
  const put = JSON.stringify(value)
  return JSON.stringify(JSON.parse(old)) === put ? old : put
}

/** How the members of an object are set out. */
interface Style {
  readonly open: string
  readonly between: string
  readonly close: string
  readonly colon: string
}

function styleOf(text: string, object: Span): Style {
  const members = membersOf(text, object)
  const [first, last] = [members[0], members.at(-1)]
  if (first === undefined || last === undefined) return { open: ' ', between: ' ', close: ' ', colon: ': ' }
  const open = text.slice(object.start + 1, first.start)
  return {
    open,
    between: members.length === 1 ? open : spaceBefore(text, last.start),
    close: text.slice(last.end, object.end - 1),
    colon: /:\s*$/.exec(text.slice(last.start, last.value.start))?.[0] ?? ': ',
  }
}

const spaceBefore = (text: string, at: number): string => /\s*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? ''

function added(place: Place, { what, check }: { what: string; check: string }): readonly Patch[] {
  const { text, array, spans, list } = place
  const fields = { id: nextId(list.items.map(({ id }) => id)), what, check, state: 'open', evidence: null }
  const last = spans.at(-1)
  if (last === undefined) return [{ start: array.start + 1, end: array.end - 1, text: firstItem(text, array, fields) }]
  const model = spans.findLast((span) => text[span.start] === '{' && membersOf(text, span).length > 0)
  const item = model === undefined ? spaced(fields) : inStyle(fields, styleOf(text, model))
  return [{ start: last.end, end: last.end, text: `,${spaceBefore(text, last.start)}${item}` }]
}

function inStyle(fields: FieldValues, { open, between, close, colon }: Style): string {
  const members = Object.entries(fields).map(([key, value]) => JSON.stringify(key) + colon + JSON.stringify(value))
  return `{${open}${members.join(`,${between}`)}${close}}`
}

/** An empty array gets its first item on lines of its own, if the file has lines. */
function firstItem(text: string, array: Span, fields: FieldValues): string {
  const eol = /\r?\n/.exec(text)?.[0]
  if (eol === undefined) return JSON.stringify(fields)
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const line = text.slice(text.lastIndexOf('\n', array.start) + 1, array.start)
  const outer = /^[ \t]*/.exec(line)?.[0] ?? ''
  const inner = eol + outer + unit + unit
  const style = { open: inner, between: inner, close: eol + outer + unit, colon: ': ' }
  return eol + outer + unit + inStyle(fields, style) + eol + outer
}

function removal({ array, spans }: Place, index: number): Patch {
  const [before, item, after] = [spans[index - 1], spans[index], spans[index + 1]]
  if (item !== undefined && after !== undefined) return { start: item.start, end: after.start, text: '' }
  if (item !== undefined && before !== undefined) return { start: before.end, end: item.end, text: '' }
  return { start: array.start + 1, end: array.end - 1, text: '' }
}

/** The items change places; what is between them stays. */
function moved({ text, spans }: Place, from: number, to: number): string {
  const order = spans.map((_, index) => index).filter((index) => index !== from)
  order.splice(to, 0, from)
  const patches = spans.flatMap((span, index) => {
    const item = spans[order[index] ?? index]
    return item === undefined || item === span ? [] : [{ ...span, text: sliceOf(text, item) }]
  })
  return patched(text, patches)
}

function patched(text: string, patches: readonly Patch[]): string {
  return patches
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text)
}
