import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Kbd } from './Kbd.tsx'

const SHOW_AFTER_MS = 500
/** Long enough for the pointer to cross the gap between a control and its tooltip. */
const HIDE_AFTER_MS = 120
const GAP_PX = 6
const MARGIN_PX = 8

/** Attributes that give a control a tooltip: what it does, and its keys. A name for screen readers is not among them. */
export function tooltip(text: string, keys?: string): Readonly<Record<`data-${string}`, string>> {
  return keys === undefined ? { 'data-tooltip': text } : { 'data-tooltip': text, 'data-keys': keys }
}

/** The same for a control that has another name: screen readers say the text as its description. */
export function explained(text: string): ReturnType<typeof tooltip> & { readonly 'aria-description': string } {
  return { ...tooltip(text), 'aria-description': text }
}

/** Shows the tooltips of all controls: one at a time, under the pointer or with the focus of the keyboard. */
export function Tooltips() {
  const [control, show] = useState<HTMLElement | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => followControls(show), [])
  useLayoutEffect(() => {
    if (control !== null && box.current !== null) place(box.current, control)
  }, [control])
  if (control === null) return null
  const { tooltip: text, keys } = control.dataset
  return (
    // Screen readers have the name of the control.
    <div className="tooltip" popover="manual" aria-hidden ref={box} key={text}>
      {text}
      {keys !== undefined && <Kbd keys={keys} />}
    </div>
  )
}

/** @returns how to stop */
function followControls(show: (control: HTMLElement | null) => void): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLElement | null = null
  const change = (to: HTMLElement | null, afterMs: number): void => {
    if (to === current) return
    current = to
    clearTimeout(timer)
    timer = setTimeout(() => show(to !== null && needsTooltip(to) ? to : null), afterMs)
  }
  const hide = (): void => {
    clearTimeout(timer)
    show(null)
  }
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    hear: (event: DocumentEventMap[Name]) => unknown,
  ): void => document.addEventListener(name, hear, { capture: true, passive: true, signal: stop.signal })
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || isTooltip(target)) return clearTimeout(timer)
    const control = controlOf(target)
    change(control, control === null ? HIDE_AFTER_MS : SHOW_AFTER_MS)
  })
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) change(controlOf(target), SHOW_AFTER_MS)
  })
  // A menu moves its focus to where the pointer already is.
  on('focusout', ({ target }) => controlOf(target) === current && change(null, 0))
  // What is pressed or scrolled away needs no words any more, until the pointer comes back.
  for (const name of ['pointerdown', 'keydown', 'scroll'] as const) on(name, hide)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

const isTooltip = (target: EventTarget | null): boolean => target instanceof Element && target.matches('.tooltip')

const controlOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/** Not a control that shows the same itself, one whose menu is open, and one that is gone. */
function needsTooltip(control: HTMLElement): boolean {
  const { tooltip: text = '', keys } = control.dataset
  if (!control.isConnected || control.ariaExpanded === 'true') return false
  return !isShown(text, control) || (keys !== undefined && control.querySelector('kbd') === null)
}

/** Whether a text can be seen whole in an element: what is there for screen readers only is a pixel wide. */
function isShown(text: string, element: HTMLElement): boolean {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { textContent, parentElement } = texts.currentNode
    if (parentElement === null || textContent?.includes(text) !== true) continue
    if (parentElement.getBoundingClientRect().width > 1 && !isCut(parentElement)) return true
  }
  return false
}

function isCut(element: Element): boolean {
  const { scrollWidth, clientWidth } = element.closest('.cut') ?? element
  return clientWidth > 0 && scrollWidth > clientWidth
}

/**
 * Under the control, or above it where there is no room; beside it in a menu and at the left edge, where others stand
 * below it.
 */
function place(box: HTMLElement, control: HTMLElement): void {
  box.showPopover()
  const [of, own] = [control.getBoundingClientRect(), box.getBoundingClientRect()]
  const [below, above] = [of.bottom + GAP_PX, of.top - GAP_PX - own.height]
  const left = of.left + (of.width - own.width) / 2
  const right = of.right + GAP_PX
  const mostLeft = innerWidth - own.width - MARGIN_PX
  const isBeside = control.role === 'menuitem' || (left < MARGIN_PX && right <= mostLeft)
  const top = isBeside ? of.top + (of.height - own.height) / 2 : below
  const beside = right <= mostLeft ? right : of.left - GAP_PX - own.width
  box.style.left = `${Math.max(MARGIN_PX, Math.min(isBeside ? beside : left, mostLeft))}px`
  box.style.top = `${top + own.height <= innerHeight - MARGIN_PX ? top : above}px`
}
