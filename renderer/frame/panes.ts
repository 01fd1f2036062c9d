/** Focuses the next visible pane: side bar, view, panel, status bar. */
export function nextPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.getClientRects().length > 0,
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(at + by + panes.length) % panes.length]
  if (next === undefined) return
  const first = [
    ...next.querySelectorAll<HTMLElement>('[tabindex="0"], a[href], button:not(:disabled), textarea, input'),
  ].find((element) => element.getClientRects().length > 0)
  const target = first ?? next
  target.focus()
}
