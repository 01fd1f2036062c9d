import { useRef, useState } from 'react'
import type { ContextMenuPlace } from './ContextMenu.tsx'
import { inField, isMenuKey } from './keys.ts'

interface Opened<Of> {
  readonly place: ContextMenuPlace
  readonly of: Of
}

interface Target<Of> {
  readonly of: Of
  /** The menu key opens the menu below it. */
  readonly head: Element
}

/**
 * The menu of the right mouse button, of the menu key and of Shift+F10, for whatever lies below one element. On a link,
 * a field or selected text, the browser's own menu stays: it copies, pastes and opens tabs.
 * @param targetAt what an element below belongs to; `null` where there is no menu
 */
export function useContextMenu<Of>(targetAt: (element: Element) => Target<Of> | null) {
  const [opened, setOpened] = useState<Opened<Of> | null>(null)
  const hadSelection = useRef(false)
  const open = (event: React.SyntheticEvent, placeOf: (target: Target<Of>) => ContextMenuPlace): void => {
    const { target: element, currentTarget } = event
    // Events of an open menu bubble through the element that drew it, though the menu lies elsewhere.
    if (!(element instanceof Element) || !currentTarget.contains(element)) return
    const target = hadSelection.current || hasOwnMenu(element) ? null : targetAt(element)
    if (target === null) return
    event.preventDefault()
    setOpened({ place: placeOf(target), of: target.of })
  }
  return {
    opened,
    close: () => setOpened(null),
    handlers: {
      // On a Mac, the right button selects the word below it before the menu is asked for.
      onMouseDown({ currentTarget }: React.MouseEvent): void {
        hadSelection.current = hasSelectedText(currentTarget)
      },
      onContextMenu(event: React.MouseEvent): void {
        open(event, () => ({ x: event.clientX, y: event.clientY }))
      },
      onKeyDown(event: React.KeyboardEvent): void {
        if (!isMenuKey(event)) return
        hadSelection.current = hasSelectedText(event.currentTarget)
        open(event, ({ head }) => placeBelow(head))
      },
    },
  }
}

const hasOwnMenu = (element: Element): boolean => inField(element) || element.closest('a[href]') !== null

function hasSelectedText(within: Element): boolean {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed || selection.toString().trim() === '') return false
  return selection.getRangeAt(0).intersectsNode(within)
}

const INDENT_PX = 24

/** Where the menu of a row opens by a key: also of one that has been scrolled half out of sight. */
export function placeBelow(element: Element): ContextMenuPlace {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left + INDENT_PX, y: Math.max(0, Math.min(bottom, window.innerHeight)) }
}
