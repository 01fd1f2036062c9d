import { firstPlace } from '../../shared/first-place.ts'
import { spansOf } from './find-words.ts'

/** What a view shows of some words. */
export interface Found {
  readonly ranges: readonly Range[]
  /** There are more places than were counted. */
  readonly more: boolean
  /** Some of the view is not on the page: rows out of sight, or text that is shown only when asked for. */
  readonly isPartial: boolean
}

export const NOTHING_FOUND: Found = { ranges: [], more: false, isPartial: false }

/** No text has this character; words are not found across it. */
const BETWEEN_BLOCKS = '\u{10FFFF}'
/** What is beside the view, or beside its text. */
const BESIDE = 'aside, .list, .leaf .no, .leaf .who'
const NOT_READ = `.vh, textarea, select, style, ${BESIDE}`
const SHOWN_IN_PART = '.rest, [data-testid="virtuoso-item-list"]'

/** Where the words typed can be read in a part of the page, in the order of the page. */
export function rangesIn(part: Element, typed: string): Found {
  const { text, nodes, starts } = shownText(part)
  const { spans, more } = spansOf(text, typed)
  const ranges = spans.flatMap(([from, to]) => {
    const range = document.createRange()
    const [first, last] = [lastUpTo(starts, from), lastUpTo(starts, to - 1)]
    const [begin, end] = [nodes[first], nodes[last]]
    if (begin === undefined || end === undefined) return []
    range.setStart(begin, from - (starts[first] ?? 0))
    range.setEnd(end, to - (starts[last] ?? 0))
    return range
  })
  const isPartial = [...part.querySelectorAll(SHOWN_IN_PART)].some((element) => element.closest(NOT_READ) === null)
  return { ranges, more, isPartial }
}

interface ShownText {
  readonly text: string
  readonly nodes: readonly Text[]
  /** Where each node begins in the text. */
  readonly starts: readonly number[]
}

function shownText(part: Element): ShownText {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (node.matches(NOT_READ) || !isDrawn(node))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  const blocks = new Map<Element, Element>()
  const [nodes, starts]: [Text[], number[]] = [[], []]
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement === null) continue
    const own = blockOf(node.parentElement, blocks)
    if (block !== null && own !== block) text += BETWEEN_BLOCKS
    block = own
    nodes.push(node)
    starts.push(text.length)
    text += node.data
  }
  return { text, nodes, starts }
}

/** An element without a box of its own is drawn if its parent is. */
const isDrawn = (element: Element): boolean =>
  element.checkVisibility() || getComputedStyle(element).display === 'contents'

/** The element that an inline element's text flows in. */
function blockOf(element: Element, known: Map<Element, Element>): Element {
  const before = known.get(element)
  if (before !== undefined) return before
  const { parentElement: parent } = element
  const flows = parent !== null && /^(?:inline$|contents)/.test(getComputedStyle(element).display)
  const block = flows ? blockOf(parent, known) : element
  known.set(element, block)
  return block
}

/** The last of the ascending numbers that is not greater. */
function lastUpTo(numbers: readonly number[], most: number): number {
  return Math.max(0, firstPlace(numbers, (number) => number > most) - 1)
}
