/** What a pane is opened for goes before what is above it. */
const TEXT = '[role="document"], [contenteditable="true"]'
const STOPS = '[tabindex="0"], a[href], button:not(:disabled), textarea, input'

/** Focuses the next visible pane: side bar, view, composer, panel, status bar. */
export function nextPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.getClientRects().length > 0,
  )
  // The composer is a pane within one.
  const at = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(at + by + panes.length) % panes.length]
  if (next === undefined) return
  const stops = [TEXT, STOPS].flatMap((kind) => [...next.querySelectorAll<HTMLElement>(kind)])
  const first = stops.find((element) => element.getClientRects().length > 0) ?? next
  first.focus()
}
