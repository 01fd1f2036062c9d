/** Has the focus in place of something that is gone. */
let stopgap: Element | null = null

/** Whether what had the focus is gone. Whoever knows where it belongs then puts it there. */
export const isFocusLost = (): boolean => [null, document.body, stopgap].includes(document.activeElement)

/** What is removed or disabled leaves the focus in its pane, or in the view if that is gone, too. @returns ends that */
export function keepFocus(): () => void {
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    stopgap = null
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    const pane = target.closest<HTMLElement>('[data-pane][tabindex]')
    requestAnimationFrame(() => {
      const isThere = target.isConnected && !target.matches(':disabled')
      if (isThere || document.activeElement !== document.body) return
      stopgap = pane?.isConnected === true ? pane : document.querySelector<HTMLElement>('main')
      if (stopgap instanceof HTMLElement) stopgap.focus({ preventScroll: true })
    })
  }
  document.addEventListener('focusout', onFocusOut)
  return () => document.removeEventListener('focusout', onFocusOut)
}
