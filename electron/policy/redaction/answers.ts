import type { Range } from './marks.ts'
import { detector, type Finding, type Scan, TABLE } from './scan.ts'
import { columnOf } from './table-cells.ts'
import { endsClause } from './ties.ts'
import { builtOnce } from './vocabulary.ts'

/**
 * For a text in lower case. Built for every text; what is below it only for a text that has one of these. Letters are any
 * signs here, since a set of letters takes a while to build.
 */
const anyWord = builtOnce(
  ({ oneOf }) =>
    new RegExp(
      oneOf(({ answers: words }) => [words?.questions, words?.topics]).replaceAll(String.raw`\p{L}`, String.raw`\S`),
      'u',
    ),
)

const expressions = builtOnce(({ all, oneOf }) => {
  const cue = oneOf(({ answers }) => answers?.questions)
  const topic = oneOf(({ answers }) => answers?.topics)
  const said = oneOf(({ answers }) => answers?.said)
  const label = oneOf(({ answers }) => answers?.labels)
  return {
    cue: new RegExp(`(?<!\\p{L})(?:${cue})`, 'giu'),
    /** "Q: What was your first pet? A: …", "asks for the maiden name, I answered …" */
    topicAnswered: new RegExp(
      String.raw`(?<!\p{L})(?:${topic})[^\n?]{0,60}?(?:\?[ \t]*\n?[ \t>*-]*(?:${label})[ \t]*[:.)=-][ \t]*|[,;:?][^\n]{0,30}?(?<!\p{L})(?:${said})[ \t]+(?:"|')?|[^\n?.]{0,40}?(?<!\p{L})(?:i|we) (?:answered|put(?: in)?|typed|said|gave)[ \t]+(?:"|')?)`,
      'giu',
    ),
    topic: new RegExp(topic, 'iu'),
    heading: new RegExp(String.raw`(?<=[|\t;,][ \t"]*)(?:${label})(?=[ \t"]*(?:[|\t;,]|$))`, 'iu'),
    ordinary: new Set(
      [
        ...all(({ values }) => values?.ordinary),
        ...all(({ sentences }) => sentences?.prepositions),
        ...all(({ sentences }) => sentences?.determiners),
      ].map((word) => word.toLowerCase()),
    ),
    saidBefore: new RegExp(String.raw`^(?:${said}|${label})(?!\p{L})[ \t:：=]*["'“„«「]?`, 'iu'),
    said: new RegExp(
      String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])(?:${said})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[ \t]*[:：]?[ \t]*["'“„«「]?`,
      'giu',
    ),
    sign: /(?:[:=→⇒：|>]|->|=>|(?<=\s)[-–—]{1,2}(?=\s)|[—–])[\s"'“„«「]*/gu,
    /** A line of a list: "- first car: …". */
    topicLine: new RegExp(
      String.raw`\n[ \t>*-]{0,6}[^\n:=→]{0,40}(?:${topic})[^\n:=→]{0,30}[:=→][ \t]*["'“„«「]?`,
      'giu',
    ),
    label: new RegExp(String.raw`(?:\n|[.?!)][ \t])[ \t>*|-]*(?:${label})[ \t]*[:：.)=-][ \t]*["'“„«「]?`, 'giu'),
  }
})

const ANSWER = /["'“„«「]?([\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]{1,30}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]{0,30}){0,4})/uy
const REACH = 160

/** Answers to security questions, given after the question or its topic. */
export const answers = detector(TABLE, (scan, found) => {
  if (!anyWord(scan.vocabulary).test(scan.lower)) return
  const { cue, topicAnswered, topic, saidBefore, said, sign, label, topicLine } = expressions(scan.vocabulary)
  const add = (from: number, isLast = false): boolean => {
    const range = answerAt(scan, from)
    // "Security question, street of my childhood: …": the topic is no answer, unless nothing follows.
    if (range === null || (!isLast && topic.test(scan.text.slice(range.start, range.end)))) return false
    found.push({ ...range, rule: 'security answer', certainty: 'usual' })
    return true
  }
  let past = 0
  for (const { index, 0: word } of scan.text.matchAll(cue)) {
    if (index < past) continue
    past = inColumn(scan, { start: index, end: index + word.length }, found)
    if (past > index) continue
    const from = index + word.length
    const rest = scan.text.slice(from, from + REACH)
    const [sentence = ''] = rest.split(/\n|[.!](?=\s|$)|\?(?=\s+\p{L})/u, 1)
    past = from + sentence.length
    const [line = ''] = rest.split('\n', 1)
    const places = [
      ...sentence.matchAll(sign),
      ...line.matchAll(said),
      ...rest.matchAll(label),
      ...rest.matchAll(topicLine),
    ].map((match) => match.index + match[0].length)
    const last = Math.max(...places)
    for (const place of places)
      add(from + place + (saidBefore.exec(rest.slice(place))?.[0].length ?? 0), place === last && places.length === 1)
  }
  for (const { index, 0: whole } of scan.text.matchAll(topicAnswered)) add(index + whole.length)
})

/** "| Security question | Answer |": the cells below the answer. @returns where the table ends; 0 if there is none */
function inColumn(scan: Scan, question: Range, found: Finding[]): number {
  const { headings } = columnOf(scan.text, question)
  const label = headings === '' ? null : expressions(scan.vocabulary).heading.exec(headings)
  if (label === null) return 0
  const start = scan.text.lastIndexOf('\n', question.start) + 1 + label.index
  const { cells } = columnOf(scan.text, { start, end: start + label[0].length })
  for (const cell of cells) {
    const text = scan.text.slice(cell.start, cell.end)
    const from = cell.start + (/^[\s"'`*_]*/.exec(text)?.[0].length ?? 0)
    const to = cell.end - (/[\s"'`*_]*$/.exec(text)?.[0].length ?? 0)
    if (/[\p{L}\p{N}]/u.test(text) && !scan.marked(from))
      found.push({ start: from, end: to, rule: 'security answer', certainty: 'usual' })
  }
  return cells.at(-1)?.end ?? 0
}

function answerAt(
  { text, marked, vocabulary }: Scan,
  from: number,
): { readonly start: number; readonly end: number } | null {
  ANSWER.lastIndex = from
  const match = ANSWER.exec(text)
  const answer = match?.[1] ?? ''
  if (match === null || marked(from)) return null
  const start = from + match[0].length - answer.length
  const end = start + answer.length
  const [word = ''] = answer.split(' ')
  const isTitle = /^\p{L}+ \p{Lu}/u.test(answer)
  if (!isTitle && expressions(vocabulary).ordinary.has(word.toLowerCase())) return null
  return endsClause(text, end) ? { start, end: answer.endsWith('.') ? end - 1 : end } : null
}
