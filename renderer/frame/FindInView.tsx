import { t } from '@lingui/core/macro'
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
  return isOpen && <FindBar />
}

function FindBar() {
  const [words, setWords] = useState('')
  const { found, at, current, go } = useFound(words)
  const asked = useFind((state) => state.asked)
  const field = useRef<HTMLInputElement>(null)
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => field.current?.select(), [asked])
  const close = (): void => {
    closeFind()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    if (current !== undefined) select(current)
  }
  const keys = { f3: () => go(1), 'shift+f3': () => go(-1), 'mod+g': () => go(1), 'shift+mod+g': () => go(-1) }
  useKeys({ ...keys, esc: close })
  const matches = { count: found.ranges.length, at, more: found.more }
  return (
    <div className="find" role="search" aria-label={t`Find`}>
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
        <span className="meta num found grow" role="status">
          {matchesText(words.trim(), matches)}
          {words.trim() !== '' && found.isPartial && ` · ${t`Only what is shown now is searched.`}`}
        </span>
        <IconButton icon={X} small name={t`Close find`} keys="esc" onClick={close} />
      </div>
    </div>
  )
}

function select({ startContainer, startOffset, endContainer, endOffset }: Range): void {
  getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
}

const TYPING_PAUSE_MS = 80
/** While an answer is being written, the view changes many times a second. */
const SETTLE_MS = 200

/** Where the view shows the words, kept up to date while it changes, and which place is the current one (from 1). */
function useFound(words: string) {
  const [{ found, at }, set] = useState({ found: NOTHING_FOUND, at: 0 })
  const current = found.ranges[at - 1]
  const search = useEffectEvent((): Range | undefined => {
    const view = document.querySelector('main')
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
  return { found, at, current, go }
}

/** Calls back some time after a part of the page has changed. @returns stops it */
function onChange(part: Element | null, callBack: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
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
  const marks = { found: ranges, 'found-current': current === undefined ? [] : [current] }
  for (const [name, places] of Object.entries(marks)) CSS.highlights.set(name, new Highlight(...places))
  return () => {
    for (const name of Object.keys(marks)) CSS.highlights.delete(name)
  }
}

/** Room kept between the current place and the edges of what scrolls. */
const MARGIN_PX = 64

function show(range: Range): void {
  const parent = range.startContainer.parentElement
  parent?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const scroller = parent?.closest('.scroll')
  if (scroller == null) return
  const [place, box] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()]
  if (place.top < box.top + MARGIN_PX || place.bottom > box.bottom - MARGIN_PX)
    scroller.scrollBy({ top: place.top - (box.top + box.bottom) / 2 })
}
