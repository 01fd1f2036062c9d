import { type Finding, lineBefore, type Scan } from './scan.ts'

const CLOSING = /(?:\*{1,3}|_{1,3}|~~)$/
const OPENING = /^(?:\*{1,3}|_{1,3}|~~)/
const SIGN = /[*_~]/
const MAX_BEFORE = 1000

/**
 * A finding without the sign of emphasis that opens before it and closes with its end, or the other way round: that is
 * Markdown, and half of it would show as asterisks. What is only such signs, or what an earlier redaction left, is no
 * secret.
 */
export function withoutEmphasis(scan: Pick<Scan, 'text' | 'marked'>, finding: Finding): Finding | null {
  const { text } = scan
  const { start, end } = finding
  const found = text.slice(start, end)
  if (SIGN.test(found) && !saysMore(scan, finding)) return null
  const closing = CLOSING.exec(found)?.[0]
  const more = /^(?:\*{0,2}|_{0,2})/.exec(text.slice(end, end + 2))?.[0] ?? ''
  if (closing !== undefined && isOpen(closing + more, lineBefore(text, start, MAX_BEFORE)))
    return { ...finding, end: end - closing.length }
  const opening = OPENING.exec(found)?.[0]
  if (opening !== undefined && text.startsWith(opening, end)) return { ...finding, start: start + opening.length }
  return finding
}

function saysMore({ text, marked }: Pick<Scan, 'text' | 'marked'>, { start, end }: Finding): boolean {
  for (let at = start; at < end; at += 1) if (!SIGN.test(text[at] ?? '') && !marked(at)) return true
  return false
}

/** Whether the sign was written an odd number of times, by itself and not as part of a longer one. */
function isOpen(sign: string, before: string): boolean {
  const signs = before.match(/\*+|_+|~+/g) ?? []
  return signs.filter((each) => each === sign).length % 2 === 1
}
