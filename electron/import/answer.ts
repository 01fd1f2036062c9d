import { ANSWER_BEGIN, ANSWER_END } from '../../shared/ask-assistant.ts'

// What another assistant wrote when it was asked what it remembers (shared/ask-assistant.ts). Whatever it made of the form
// that was asked for, no fact is lost: what is dropped is what stands around the answer, and is told. Pure.

export interface Topic {
  /** '' for what stands under no heading. */
  readonly heading: string
  /** One a line; what belongs to the fact above it is indented. */
  readonly facts: readonly string[]
}

export interface Answer {
  readonly topics: readonly Topic[]
  /** What is no part of it, each a paragraph. */
  readonly dropped: readonly string[]
  /** The last fact of an answer that does not end. */
  readonly cutOffAfter: string | null
}

/** Marks of sources that are copied along with an answer. */
const CITATIONS = /\s*(?:【[^】\n]*】|:contentReference\[[^\]\n]*\](?:\{[^}\n]*\})?|\uE200[^\uE201\n]*\uE201)/g
const FENCE = /^\s*(?:```|~~~)[\w-]*\s*$/
const RULE = /^\s*(?:[-*_]\s*){3,}$|^[\s|:-]*\|[\s|:-]*$/
const BULLET = /^(\s*)(?:[-*+•‣◦▪●・–—])\s+(?:\[[ xX]\]\s+)?(?=\S)/
const NUMBERED = /^(\s*)\(?(\d{1,3})[.)、]\s+(?=\S)/
const HASHED = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_].*?)(?:\*\*|__)\s*[:：]?\s*$/
const LONGEST_HEADING = 80
const WORDS_OF_HEADING = 3

export function readAnswer(pasted: string): Answer {
  const lines = withoutNumbers(pasted.replace(/\r\n?/g, '\n').replace(CITATIONS, '').split('\n'))
  const parts = between(lines)
  const topics = topicsIn(parts.inside)
  const around = parts.around.filter((line) => line.trim() !== '' && !FENCE.test(line) && !RULE.test(line))
  // A list of facts that stands outside is a list of facts.
  const outside = topicsIn(around.filter((line) => BULLET.test(line)))
  const isEmpty = ({ facts }: Topic): boolean => facts.length === 0
  return {
    topics: merged([...topics, ...outside].filter((topic) => !isEmpty(topic))),
    dropped: [
      ...around.filter((line) => !BULLET.test(line)).map((line) => line.trim()),
      ...topics.filter(isEmpty).map(({ heading }) => heading),
    ],
    cutOffAfter: parts.isOpen ? (topics.at(-1)?.facts.at(-1) ?? null) : null,
  }
}

/** Items that count on from 1, as items of another mark. Any other number at the beginning is part of what is said: "12. May". */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const [marks = '', indent = '', number] = NUMBERED.exec(line) ?? []
    const count = Number(number)
    if (number === undefined || (count !== 1 && count !== (counts.get(indent) ?? 0) + 1)) return line
    counts.set(indent, count)
    return `${indent}${NUMBER} ${line.slice(marks.length)}`
  })
}

const NUMBER = '+'

interface Parts {
  readonly inside: readonly string[]
  readonly around: readonly string[]
  /** It begins and never ends. */
  readonly isOpen: boolean
}

/** What is between the markers, of an answer in several parts between each two; without markers, what looks like the answer. */
function between(lines: readonly string[]): Parts {
  const inside: string[] = []
  const around: string[] = []
  let isOpen = false
  for (const line of lines) {
    const marker = markerIn(line, isOpen)
    if (marker !== null) isOpen = marker === 'begin'
    else if (isOpen) inside.push(line)
    else around.push(line)
  }
  return inside.some((line) => line.trim() !== '') ? { inside, around, isOpen } : withoutMarkers(around)
}

/** Also one that was translated, or set in bold: then the first begins and the next ends. */
function markerIn(line: string, isOpen: boolean): 'begin' | 'end' | null {
  const plain = line.replace(/[`*_>#\\]/g, '').trim()
  if (!/^={3,}\s*\S.*?={3,}$/.test(plain)) return null
  if (plain === ANSWER_BEGIN) return 'begin'
  return plain === ANSWER_END || isOpen ? 'end' : 'begin'
}

/** What announces the answer, and what asks how to go on, is not part of it. */
function withoutMarkers(lines: readonly string[]): Parts {
  const isItem = (line: string, at: number): boolean =>
    BULLET.test(line) || headingIn(line, lines[nextLine(lines, at)]) !== null
  const first = lines.findIndex((line, at) => isItem(line, at) && !isAnnouncing(line, lines))
  const last = lines.findLastIndex(isItem)
  if (first < 0) return { inside: lines, around: [], isOpen: false }
  const isAround = (line: string, at: number): boolean =>
    (at < first && /[:：]\s*$/.test(line)) || (at > last && /[?？]\s*$/.test(line))
  return {
    inside: lines.filter((line, at) => !isAround(line, at)),
    around: lines.filter(isAround),
    isOpen: false,
  }
}

/** "Here is what I know of you:", which looks like a heading and is the first of all lines. A heading has few words. */
function isAnnouncing(line: string, lines: readonly string[]): boolean {
  const first = lines.find((each) => each.trim() !== '' && !FENCE.test(each))
  return (
    line === first && !HASHED.test(line) && !BULLET.test(line) && line.trim().split(/\s+/).length > WORDS_OF_HEADING
  )
}

interface Gathered extends Topic {
  readonly facts: string[]
  /** How far its facts are indented; null before the first. */
  indent: number | null
}

function topicsIn(lines: readonly string[]): readonly Topic[] {
  const topics: Gathered[] = []
  const under = (heading: string): void => void topics.push({ heading, facts: [], indent: null })
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || FENCE.test(line) || RULE.test(line)) continue
    const heading = headingIn(line, lines[nextLine(lines, at)])
    if (heading !== null) under(heading)
    else {
      if (topics.length === 0) under('')
      const topic = topics.at(-1)
      if (topic !== undefined) addFact(topic, line, lines[at - 1])
    }
  }
  return topics
}

function nextLine(lines: readonly string[], at: number): number {
  const next = lines.slice(at + 1).findIndex((line) => line.trim() !== '')
  return next < 0 ? lines.length : at + 1 + next
}

/**
 * A line that names what follows: with its mark, in bold, or short and with a colon at its end. Without the mark only where
 * items follow, so that no fact is taken for one.
 */
function headingIn(line: string, next = ''): string | null {
  const [, hashed] = HASHED.exec(line) ?? []
  if (hashed !== undefined) return titleOf(hashed)
  const [marks = '', indent = ''] = BULLET.exec(line) ?? []
  const [nextMarks, nextIndent = ''] = BULLET.exec(next) ?? []
  if (nextMarks === undefined) return null
  const rest = line.slice(marks.length)
  const [, bold] = BOLD_LINE.exec(rest) ?? []
  const [, announcing] = marks === '' ? (/^\s{0,3}(\S.*?)\s*[:：]\s*$/.exec(rest) ?? []) : []
  const isParent = marks === '' || nextIndent.length > indent.length || (isNumber(marks) && !isNumber(nextMarks))
  const title = (isParent ? bold : undefined) ?? announcing
  return title === undefined || title.length > LONGEST_HEADING ? null : titleOf(title)
}

const isNumber = (marks: string): boolean => marks.trim().startsWith(NUMBER)
const titleOf = (text: string): string => plain(text).replace(/\s*[:：]$/, '')

/** Further lines of an item go with it, and an item of an item is indented. */
function addFact(topic: Gathered, line: string, above = ''): void {
  const { facts } = topic
  const [marks, indent = ''] = BULLET.exec(line) ?? []
  const text = plain(marks === undefined ? line : line.slice(marks.length))
  const last = facts.at(-1)
  if (text === '') return
  topic.indent ??= indent.length
  const goesOn = marks === undefined && /^\s{2,}/.test(line) && above.trim() !== '' && !FENCE.test(above)
  if (goesOn && last !== undefined) facts.splice(-1, 1, `${last} ${text}`)
  else facts.push(indent.length >= topic.indent + 2 && last !== undefined ? `  ${text}` : text)
}

/** Without emphasis, which says nothing of a fact, and without the edges of a table. */
const plain = (text: string): string =>
  text
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/^\s*\|\s*|\s*\|\s*$/g, '')
    .trim()

/** Topics that come again, as in the next part of an answer, are one. */
function merged(topics: readonly Topic[]): readonly Topic[] {
  const found = new Map<string, { readonly heading: string; readonly facts: string[] }>()
  for (const { heading, facts } of topics) {
    const known = found.get(heading.toLowerCase())
    if (known === undefined) found.set(heading.toLowerCase(), { heading, facts: [...facts] })
    else known.facts.push(...facts)
  }
  return [...found.values()]
}
