// What of a text nobody sees. Pure.

/** A piece of a text: what can be seen, or one character that cannot. */
export type VisiblePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly code: number }

/** Sequences that form one emoji, with the joiners, selectors and tags they are made of. */
const EMOJI =
  /\p{RI}{2}|[#*0-9]\uFE0F?\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|\p{ExtPict}(?:[\uFE0E\uFE0F]|\p{EMod})?(?:\u200D\p{ExtPict}(?:\uFE0F|\p{EMod})?)*/u
/** In these scripts a joiner between letters changes how a word is written (Unicode UAX 31, section 2.3). */
const LETTER =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]/u
const JOINER = new RegExp(`(?<=${LETTER.source})[\\u200C\\u200D](?=${LETTER.source})`, 'u')
/** One character that shows nothing, or turns the text around it. Tabs, line feeds and ordinary spaces are not among these. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000B-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\uD800-\uDFFF]/u
const USED_OR_HIDDEN = new RegExp(`(${EMOJI.source}|${JOINER.source})|(${HIDDEN.source})`, 'gu')

export function hidesSomething(text: string): boolean {
  return HIDDEN.test(text) && visiblePieces(text).some(({ kind }) => kind === 'hidden')
}

/** Splits a text so that each invisible character stands alone. The pieces in order are the text. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  if (!HIDDEN.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const pieces: VisiblePiece[] = []
  let from = 0
  for (const { 2: hidden, index } of text.matchAll(USED_OR_HIDDEN)) {
    if (hidden === undefined) continue
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) })
    pieces.push({ kind: 'hidden', text: hidden, code: hidden.codePointAt(0) ?? 0 })
    from = index + hidden.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** A file name on one line: what nobody sees in it is escaped, as are tabs and line breaks (`a\u{a}b.md`). */
export function shownName(name: string): string {
  const pieces = visiblePieces(name).map((piece) => (piece.kind === 'text' ? piece.text : escaped(piece.text)))
  return pieces.join('').replace(/[\t\n]/g, escaped)
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
