/** Characters a token, by kind; measured on public tokenizers, and rounded so that an estimate is rather too high. */
const PER_WORD_CHARACTER = 1 / 4
const PER_SIGN = 1 / 2
const PER_OTHER_LETTER = 1 / 2.5
const PER_IDEOGRAPH = 1

/**
 * About how many tokens a text is for a server that does not say: a quarter of its letters in English prose, more of them
 * in code, where signs are tokens of their own, and one a character in Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) tokens += weightOf(text.charCodeAt(at))
  return Math.ceil(tokens)
}

function weightOf(code: number): number {
  if (code < 0x80) return isWordOrSpace(code) ? PER_WORD_CHARACTER : PER_SIGN
  return code >= 0x2e80 ? PER_IDEOGRAPH : PER_OTHER_LETTER
}

function isWordOrSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}
