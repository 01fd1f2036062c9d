import type { Insertion, Span } from './config-format.ts'

// The members between a pair of braces, whatever the language: how one is put in and cut out.

export interface Members {
  /** Behind the opening brace. */
  readonly open: number
  /** At the closing one. */
  readonly close: number
  readonly spans: readonly Span[]
  /** Every comment of the language; global. */
  readonly comment: RegExp
}

export interface Layout {
  readonly lineEnd: string
  /** One step of indentation. */
  readonly step: string
  /** Everything stands on one line. */
  readonly isOneLine: boolean
  /** A space follows commas and colons. */
  readonly isSpaced: boolean
}

const LINE_END = /\r\n|\n|\r/

/** The first line end of a text; null if it has one line. */
export function lineEndOf(text: string): string | null {
  return LINE_END.exec(text)?.[0] ?? null
}

/** The spaces and tabs that begin the line at this offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? ''
}

/**
 * Puts a member before the others. Behind them, it would need a comma after the last one, and get between that and its
 * comment: before them, one insertion of whole lines does, and no other line changes.
 * @param print the member, its lines indented by this; on one line for null
 */
export function addFirst(
  text: string,
  { open, close, spans, comment }: Members,
  { lineEnd, step, isOneLine, isSpaced }: Layout,
  print: (indent: string | null) => string,
): Insertion {
  const [first] = spans
  const until = first?.start ?? close
  const comma = first === undefined ? '' : ','
  const between = withoutComments(text.slice(open, until), comment)
  const ending = LINE_END.exec(between)
  if (ending !== null) {
    const indent = first === undefined ? indentAt(text, close) + step : indentAt(text, first.start)
    return { at: open + ending.index + ending[0].length, text: `${indent}${print(indent)}${comma}${ending[0]}` }
  }
  if (first === undefined && !isOneLine) {
    const indent = indentAt(text, open)
    return { at: open, text: `${lineEnd}${indent}${step}${print(indent + step)}${lineEnd}${indent}` }
  }
  const space = /^[ \t]*/.exec(between)?.[0] ?? ''
  return { at: open, text: `${space}${print(null)}${comma}${comma !== '' && space === '' && isSpaced ? ' ' : ''}` }
}

/** What to cut so that one member and its comma are gone. A comment beside it stays. */
export function cutMember(text: string, { open, close, spans, comment }: Members, index: number): readonly Span[] {
  const own = spans[index]
  if (own === undefined) return []
  const after = commaIn(text, { start: own.end, end: spans[index + 1]?.start ?? close }, comment)
  if (after !== null)
    return text.slice(own.end, after).trim() === ''
      ? [wholeLines(text, { start: own.start, end: after + 1 })]
      : [wholeLines(text, own), { start: after, end: after + 1 }]
  const before = commaIn(text, { start: spans[index - 1]?.end ?? open, end: own.start }, comment)
  return [wholeLines(text, own), ...(before === null ? [] : [{ start: before, end: before + 1 }])]
}

/** Whether nothing is between the braces but this member: no other, and no comment. */
export function isAlone(text: string, { open, close, spans }: Members): boolean {
  const [own, ...others] = spans
  if (own === undefined || others.length > 0) return false
  return /^[\s,]*$/.test(text.slice(open, own.start) + text.slice(own.end, close))
}

/** A span with its lines, if nothing else is on them; else with the spaces that follow it. */
export function wholeLines(text: string, { start, end }: Span): Span {
  const from = lineStart(text, start)
  const [rest = ''] = /^[^\r\n]*/.exec(text.slice(end)) ?? []
  if (text.slice(from, start).trim() !== '' || rest.trim() !== '')
    return { start, end: end + (/^[ \t]*/.exec(rest)?.[0].length ?? 0) }
  const [ending = ''] = /^(?:\r\n|\n|\r)/.exec(text.slice(end + rest.length)) ?? []
  return { start: from, end: end + rest.length + ending.length }
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
}

/** Where the comma is, between two members. */
function commaIn(text: string, { start, end }: Span, comment: RegExp): number | null {
  const at = withoutComments(text.slice(start, end), comment).indexOf(',')
  return at < 0 ? null : start + at
}

/** With as many spaces in the place of comments. */
function withoutComments(text: string, comment: RegExp): string {
  return text.replace(comment, (each) => ' '.repeat(each.length))
}
