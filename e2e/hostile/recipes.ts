/** Texts that cost a parser or a screen much for their size, made when they are needed. */

const cut = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** The classes, each for any length. */
export const COSTLY: Readonly<Record<string, (length: number) => string>> = {
  'links in links': (n) => cut('[x](', n),
  'open brackets': (n) => cut('[', n),
  'open angles': (n) => cut('<', n),
  'open pictures': (n) => cut('![', n),
  'brackets in turn': (n) => cut('](', n),
  'emphasis in turn': (n) => cut('_*', n),
  'emphasis never closed': (n) => cut('*a **b ', n),
  'emphasis between words': (n) => cut('a**b', n),
  'struck in turn': (n) => cut('~~a~', n),
  backslashes: (n) => cut('\\', n),
  hashes: (n) => cut('#', n),
  'one long word': (n) => cut('a', n),
  entities: (n) => cut('&amp;', n),
  'bare addresses': (n) => cut('a@b.c ', n),
  'bare hosts': (n) => cut('www.a', n),
  'bare links': (n) => cut('http://a.b(', n),
  'many links': (n) => cut('[a](b) ', n),
  backticks: (n) =>
    Array.from({ length: Math.ceil(Math.sqrt(n)) }, (_, at) => `${'`'.repeat((at % 60) + 1)}a`)
      .join('')
      .slice(0, n),
  'quotes in quotes': (n) => cut('>', n),
  'deep quotes': (n) => cut(`${'>'.repeat(50)} a\n`, n),
  'lists in lists': (n) => cut('- ', n),
  'numbers in numbers': (n) => cut('1. ', n),
  'mixed containers': (n) => cut('> - 1. ', n),
  'deeper and deeper': (n) =>
    Array.from({ length: Math.ceil(Math.sqrt(n)) }, (_, at) => `${' '.repeat(at * 2)}- a`)
      .join('\n')
      .slice(0, n),
  'a wide table': (n) => `|${cut('a|', n / 3)}\n|${cut('-|', n / 3)}\n|${cut('b|', n / 3)}`,
  'a long table': (n) => `|a|b|\n|-|-|\n${cut('|a|b|\n', n)}`,
  comments: (n) => cut('<!--', n),
  'open tags': (n) => cut('<a b="', n),
  notes: (n) => cut('[^1]', n),
  definitions: (n) => cut('[a]: b\n', n),
  references: (n) => `[a]: b\n\n${cut('[a] ', n)}`,
  headings: (n) => cut('a\n=\n', n),
  'a long list': (n) => cut('- a\n', n),
  'empty lines': (n) => cut('\n', n),
  paragraphs: (n) => cut('a\n\n', n),
  fences: (n) => cut('```\n', n),
  tabs: (n) => cut('\t', n),
  spaces: (n) => `${cut(' ', n)}a`,
  'marks of redaction': (n) => cut('[redacted: a] ', n),
  dots: (n) => cut('•', n),
  'combining signs': (n) => `a${cut('\u0301', n)}`,
  'turned around': (n) => cut('\u202ea', n),
}
