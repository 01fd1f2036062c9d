/** Where a value is in a JSON text. The text must be valid JSON: read it with `JSON.parse` first. */
export interface Span {
  readonly start: number
  /** Behind its last character. */
  readonly end: number
}

export interface Member extends Span {
  readonly key: string
  readonly value: Span
}

export const sliceOf = (text: string, { start, end }: Span): string => text.slice(start, end)

/** The whole value of a text. */
export function rootOf(text: string): Span {
  const start = pastSpace(text, text.startsWith('\uFEFF') ? 1 : 0)
  return { start, end: valueEnd(text, start) }
}

/** The items of the array that begins at `start`. */
export function itemsOf(text: string, { start, end }: Span): readonly Span[] {
  const items: Span[] = []
  let at = pastSpace(text, start + 1)
  while (at < end - 1) {
    const item = { start: at, end: valueEnd(text, at) }
    items.push(item)
    at = pastComma(text, item.end)
  }
  return items
}

/** The members of the object that begins at `start`. Of members with one key the last counts, as for `JSON.parse`. */
export function membersOf(text: string, { start, end }: Span): readonly Member[] {
  const members: Member[] = []
  let at = pastSpace(text, start + 1)
  while (at < end - 1) {
    const keyEnd = stringEnd(text, at)
    const value = pastSpace(text, pastSpace(text, keyEnd) + 1)
    const valueSpan = { start: value, end: valueEnd(text, value) }
    members.push({ key: String(JSON.parse(text.slice(at, keyEnd))), start: at, end: valueSpan.end, value: valueSpan })
    at = pastComma(text, valueSpan.end)
  }
  return members
}

export const memberOf = (text: string, object: Span, key: string): Member | undefined =>
  membersOf(text, object).findLast((member) => member.key === key)

function pastComma(text: string, at: number): number {
  const next = pastSpace(text, at)
  return text[next] === ',' ? pastSpace(text, next + 1) : next
}

function pastSpace(text: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(text[at] ?? '.')) at++
  return at
}

/** Counts brackets, so that deep nesting costs no stack. */
function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start)
  let depth = 0
  let at = start
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '"') at = stringEnd(text, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth === 0 && '}]'.includes(char)) return at + 1
    if (depth === 0 && ',}] \t\r\n'.includes(text[at + 1] ?? ',')) return at + 1
    at++
  }
  return at
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
