import { type RefObject, useLayoutEffect } from 'react'

const CONTROLS = 'input, button'

const controlsOf = (within: ParentNode): readonly HTMLElement[] => [...within.querySelectorAll<HTMLElement>(CONTROLS)]

/**
 * Makes the controls in the body of a table one stop of the Tab key: the arrow keys move among them, up and down within
 * a column, and sideways from the ends of a text.
 */
export function useGridKeys(table: RefObject<HTMLTableElement | null>) {
  // Rows come and go.
  useLayoutEffect(() => {
    const controls = table.current === null ? [] : controlsOf(table.current)
    const stops = controls.filter(({ tabIndex }) => tabIndex === 0)
    makeStop(controls, stops.length === controls.length ? controls[0] : stops[0])
  })
  return {
    onFocus({ currentTarget, target }: React.FocusEvent<HTMLTableElement>) {
      makeStop(controlsOf(currentTarget), target)
    },
    onKeyDown(event: React.KeyboardEvent<HTMLTableElement>) {
      const { target, currentTarget, key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey || shiftKey) return
      const next = neighbour(currentTarget, target, key)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
      if (next instanceof HTMLInputElement) next.select()
    },
  }
}

function makeStop(controls: readonly HTMLElement[], stop: EventTarget | undefined): void {
  const shown = controls.find((control) => control === stop) ?? controls[0]
  for (const control of controls) control.tabIndex = control === shown ? 0 : -1
}

/** The control that an arrow key leads to, if it leads out of the one that has the focus. */
function neighbour(table: HTMLTableElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const rows = [...table.rows].map((row) => controlsOf(row)).filter((controls) => controls.length > 0)
  const row = rows.findIndex((controls) => controls.includes(from))
  const at = rows[row]?.indexOf(from) ?? -1
  switch (key) {
    case 'ArrowUp':
      return row > 0 ? inColumn(rows[row - 1], columnOf(from)) : undefined
    case 'ArrowDown':
      return inColumn(rows[row + 1], columnOf(from))
    case 'ArrowLeft':
      return at > 0 && isAtEdge(from, 'start') ? rows[row]?.[at - 1] : undefined
    case 'ArrowRight':
      return isAtEdge(from, 'end') ? rows[row]?.[at + 1] : undefined
    default:
      return undefined
  }
}

const columnOf = (control: HTMLElement): number => control.closest('td')?.cellIndex ?? 0

const inColumn = (row: readonly HTMLElement[] | undefined, column: number): HTMLElement | undefined =>
  row?.find((control) => columnOf(control) >= column) ?? row?.at(-1)

/** Whether the caret, or a selection of the whole text, is at that end of it. */
function isAtEdge(control: HTMLElement, edge: 'start' | 'end'): boolean {
  if (!(control instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = control
  return edge === 'start' ? selectionStart === 0 : selectionEnd === value.length
}
