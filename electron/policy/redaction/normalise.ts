import { ViewBuilder, type View } from './view.ts'

/** Characters that can hide or disguise others; a text without any of them is its own normal form. */
const DISGUISED =
  // Each code point is meant literally, none as part of a combination.
  // oxlint-disable-next-line no-misleading-character-class
  /[\u00a0\u00ad\u00b2\u00b3\u00b9\u00aa\u00ba\u0130\u017f\u034f\u0600-\u0605\u061c\u06dd\u0660-\u0669\u06f0-\u06f9\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1d2c-\u1d6a\u2000-\u200f\u2010-\u2015\u2018-\u201f\u2024\u2028-\u202f\u2032\u2033\u2039\u203a\u2044\u205f-\u206f\u2070-\u209c\u2100-\u214f\u2150-\u218f\u2212\u2460-\u24ff\u2776-\u2793\u2c7c\u2c7d\u3000\u3164\u3250-\u33ff\ufb00-\ufb06\ufe00-\ufe0f\ufe13\ufe19\ufe30-\ufe6b\ufeff\uff01-\uffef\ufff9-\ufffb\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}\u{1fbf0}-\u{1fbf9}\u{e0000}-\u{e0fff}]/gu

const INVISIBLE = /^(?:\p{Cf}|\p{Default_Ignorable_Code_Point})$/u
const MAX_FORM_CHARACTERS = 18

/** Characters that look like ASCII ones, and digits that NFKC leaves alone. */
const LIKE: ReadonlyMap<string, string> = new Map([
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'].map((sign) => pair(sign, '-')),
  ...[...'\u2018\u2019\u201a\u201b\u2032\u2039\u203a'].map((sign) => pair(sign, "'")),
  ...[...'\u201c\u201d\u201e\u201f\u2033'].map((sign) => pair(sign, '"')),
  ...[...'\u2028\u2029'].map((sign) => pair(sign, '\n')),
  pair('\u0130', 'I'),
  pair('\u2044', '/'),
  ...[...'٠١٢٣٤٥٦٧٨٩'].map((sign, digit) => pair(sign, String(digit))),
  ...[...'۰۱۲۳۴۵۶۷۸۹'].map((sign, digit) => pair(sign, String(digit))),
])

/** Cache of the forms; there are a few thousand. */
const forms = new Map<string, string>()

/**
 * The text with compatibility forms folded (NFKC, one character at a time), typographic quotes and dashes as ASCII, and
 * invisible characters removed.
 */
export function normalised(text: string): View {
  const plain: View = { text, starts: null, ends: null }
  DISGUISED.lastIndex = 0
  // oxlint-disable-next-line no-control-regex
  if (!/[^\u0000-\u007f]/.test(text) || !DISGUISED.test(text)) return plain
  DISGUISED.lastIndex = 0
  const places = [...text.matchAll(DISGUISED)]
  const view = new ViewBuilder(plain, text.length + places.length * MAX_FORM_CHARACTERS)
  let done = 0
  for (const { index, 0: sign } of places) {
    view.keep(done, index)
    done = index + sign.length
    let form = forms.get(sign)
    if (form === undefined) {
      form = INVISIBLE.test(sign) ? '' : formOf(sign)
      forms.set(sign, form)
    }
    if (form !== '') view.put(form, index, done)
  }
  view.keep(done, text.length)
  return view.done()
}

function formOf(sign: string): string {
  const like = LIKE.get(sign)
  if (like !== undefined) return like
  const form = sign.normalize('NFKC')
  return LIKE.get(form) ?? (form.length <= MAX_FORM_CHARACTERS ? form : sign)
}

function pair(sign: string, form: string): readonly [string, string] {
  return [sign, form]
}
