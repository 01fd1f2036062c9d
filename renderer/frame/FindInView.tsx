import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { matchesText } from '../format/matches.ts'
import { closeFind, openFind, useFind } from '../state/find-store.ts'
import { NOTHING_FOUND, rangesIn } from '../text/find-ranges.ts'
import { IconButton } from '../ui/Button.tsx'
import { FindField } from '../ui/FindField.tsx'
import { useKeys } from '../ui/keys.ts'

/**
 * Find, in what the view shows: the window of the desktop app has none of its own. A view that finds better by itself
 * (the timeline, the editor) binds the key, too, and comes first.
 */
export function FindInView() {
  const isOpen = useFind(({ open }) => open)
  useKeys({ 'mod+f': openFind }, true, 'window')
  useEffect(() => closeFind, [])
  return isOpen && <FindBar />
}

function FindBar() {
  const [words, setWords] = useState('')
  const { found, at, go } = useFound(words)
  const asked = useFind((state) => state.asked)
  const field = useRef<HTMLInputElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => field.current?.select(), [asked])
  const close = (): void => {
    closeFind()
    const isInside = bar.current?.contains(document.activeElement) === true
    if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
  const keys = { f3: () => go(1), 'shift+f3': () => go(-1), 'mod+g': () => go(1), 'shift+mod+g': () => go(-1) }
  useKeys({ ...keys, esc: close })
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  const matches = { count: found.ranges.length, at, more: found.more }
  return (
    <div className="find" role="search" aria-label={t`Find`} ref={bar} onKeyDown={onKeyDown}>
      <div className="row">
        <FindField
          name={t`Find`}
          value={words}
          field={field}
          onChange={setWords}
          onEnter={(back) => go(back ? -1 : 1)}
        />
        <IconButton icon={ArrowUp} small name={t`Previous match`} keys="shift+enter" onClick={() => go(-1)} />
        <IconButton icon={ArrowDown} small name={t`Next match`} keys="enter" onClick={() => go(1)} />
        <span className="meta num found" role="status">
          {matchesText(words.trim(), matches)}
        </span>
        <span className="meta grow">
          {words.trim() !== '' && found.isPartial && <Trans>Only the text shown now is searched.</Trans>}
        </span>
        <IconButton icon={X} small name={t`Close the find bar`} keys="esc" onClick={close} />
      </div>
    </div>
  )
}

const TYPING_PAUSE_MS = 80
/** While an answer is being written, the view changes many times a second. */
const SETTLE_MS = 200

/** Where the view shows the words, kept up to date while it changes, and which place is the current one (from 1). */
function useFound(words: string) {
  const [{ found, at }, set] = useState({ found: NOTHING_FOUND, at: 0 })
  const current = found.ranges[at - 1]
  const search = useEffectEvent((): Range | undefined => {
    const view = document.querySelector('.deck')
    const next = words.trim() === '' || view === null ? NOTHING_FOUND : rangesIn(view, words)
    const place = placeOf(current, next.ranges)
    set({ found: next, at: place })
    return next.ranges[place - 1]
  })
  useEffect(() => {
    const typed = setTimeout(() => {
      const first = search()
      if (first !== undefined) show(first)
    }, TYPING_PAUSE_MS)
    const stop = onChange(document.querySelector('.stage'), search)
    return () => {
      clearTimeout(typed)
      stop()
    }
  }, [words])
  useEffect(() => mark(found.ranges, current), [found, current])
  const go = (by: 1 | -1): void => {
    const count = found.ranges.length
    const next = count === 0 ? 0 : ((at - 1 + by + count) % count) + 1
    const range = found.ranges[next - 1]
    if (range !== undefined) show(range)
    set({ found, at: next })
  }
  return { found, at, go }
}

const isInFind = (node: Node): boolean =>
  (node instanceof Element ? node : node.parentElement)?.closest('.stage > .find') != null

/** Calls back some time after a part of the page has changed. @returns stops it */
function onChange(part: Element | null, callBack: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver((changes) => {
    if (changes.every(({ target }) => isInFind(target))) return
    timer ??= setTimeout(() => {
      timer = undefined
      callBack()
    }, SETTLE_MS)
  })
  if (part !== null) observer.observe(part, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}

/**
 * Which place (from 1) is now the current one: the same as before, or, if its text was replaced, the first one that is
 * not above the window.
 */
function placeOf(before: Range | undefined, ranges: readonly Range[]): number {
  const same = before?.collapsed === false && before.startContainer.isConnected ? before : undefined
  const at = ranges.findIndex((range) =>
    same === undefined
      ? range.getBoundingClientRect().top >= 0
      : range.compareBoundaryPoints(Range.START_TO_START, same) >= 0,
  )
  return ranges.length === 0 ? 0 : Math.max(0, at) + 1
}

/** Has the page draw the places without changing its text. @returns takes it back */
function mark(ranges: readonly Range[], current: Range | undefined): () => void {
  // In older browsers a place is only scrolled to.
  if (!('highlights' in CSS)) return () => undefined
  const marks = { found: ranges, 'found-current': current === undefined ? [] : [current] }
  for (const [name, places] of Object.entries(marks)) CSS.highlights.set(name, new Highlight(...places))
  return () => {
    for (const name of Object.keys(marks)) CSS.highlights.delete(name)
  }
}

/** Room kept between the current place and the edges of what scrolls. */
const MARGIN_PX = 64

/** Scrolls what the place is in, from the inside out, if it is not in sight. */
function show(range: Range): void {
  for (let box = range.startContainer.parentElement; box !== null; box = box.parentElement) {
    if (box.scrollHeight === box.clientHeight && box.scrollWidth === box.clientWidth) continue
    const [place, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
    const isSeen = place.top >= frame.top + MARGIN_PX && place.bottom <= frame.bottom - MARGIN_PX
    const top = isSeen ? 0 : place.top - (frame.top + frame.bottom) / 2
    const isWithin = place.left >= frame.left && place.right <= frame.right
    box.scrollBy({ top, left: isWithin ? 0 : place.left - (frame.left + frame.right) / 2 })
  }
}
