/** Has the focus in place of something that is gone. */
let stopgap: Element | null = null

/** Whether what had the focus is gone. Whoever knows where it belongs then puts it there. */
export const isFocusLost = (): boolean => [null, document.body, stopgap].includes(document.activeElement)

interface Place {
  readonly pane: HTMLElement | null
  /** Whether it is a row of a long list, of which only what is in sight is there. */
  readonly isRow: boolean
}

/** What is removed or disabled leaves the focus in its pane, or in the view if that is gone, too. @returns ends that */
export function keepFocus(): () => void {
  // Once it is removed, nobody knows where it was.
  let place: Place = { pane: null, isRow: false }
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    place = {
      pane: target.closest<HTMLElement>('[data-pane][tabindex]'),
      isRow: target.closest('[data-item-index]') !== null,
    }
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    stopgap = null
    const { pane, isRow } = place
    // A row that is scrolled out of sight leaves the place from which Tab goes on.
    if (relatedTarget !== null || isRow || !(target instanceof HTMLElement)) return
    requestAnimationFrame(() => {
      const isThere = target.isConnected && !target.matches(':disabled')
      if (isThere || document.activeElement !== document.body) return
      stopgap = pane?.isConnected === true ? pane : document.querySelector<HTMLElement>('main')
      if (stopgap instanceof HTMLElement) stopgap.focus({ preventScroll: true })
    })
  }
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
  }
}
