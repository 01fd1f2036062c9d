import { type Heading, headingsIn } from './markdown-headings.ts'

export interface Decisions {
  /** Markdown, without the open questions. */
  readonly decisions: string
  readonly questions: readonly string[]
}

/** A list item's mark; what is in its box, if it has one; its words. */
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(.*)$/

/**
 * What `decisions.md` says. Open questions are the items of lists below a heading with the word "question"; one that
 * is ticked is open no more. Whatever is no open question stays among the decisions.
 */
export function readDecisions(markdown: string): Decisions {
  const questions: string[] = []
  let decisions = ''
  let at = 0
  /** The heading of the section of questions that is being read. */
  let open: Heading | null = null
  const readTo = (end: number): void => {
    const section = open === null ? null : questionsIn(markdown.slice(open.end, end))
    questions.push(...(section?.questions ?? []))
    if (open === null) decisions += markdown.slice(at, end)
    else if (section?.rest.trim() !== '') decisions += markdown.slice(open.start, open.end) + (section?.rest ?? '')
    at = end
  }
  for (const heading of headingsIn(markdown)) {
    const isQuestions = /question/i.test(heading.text)
    if (open === null ? !isQuestions : heading.level > open.level) continue
    readTo(heading.start)
    open = isQuestions ? heading : null
  }
  readTo(markdown.length)
  return { decisions: decisions.trim(), questions }
}

function questionsIn(section: string): { readonly questions: readonly string[]; readonly rest: string } {
  const questions: string[] = []
  let rest = ''
  let isInQuestion = false
  for (const line of section.split(/(?<=\n)/)) {
    const [item, box, words] = ITEM.exec(line.trimEnd()) ?? []
    if (item !== undefined) isInQuestion = (box ?? ' ') === ' ' && words?.trim() !== ''
    else if (line.trim() === '' || /^ {0,3}#/.test(line)) isInQuestion = false
    if (!isInQuestion) rest += line
    else if (words === undefined) questions.push(`${questions.pop() ?? ''} ${line.trim()}`.trim())
    else questions.push(words.trim())
  }
  return { questions, rest }
}
