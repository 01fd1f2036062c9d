import { useEffect } from 'react'

/** How long the turn is kept in sight while the conversation above and below it is still being rendered. */
const SETTLE_MS = 400

/** Shows a turn of the conversation once it is there, and moves the focus to it. */
export function ScrollToTurn({ turn }: { readonly turn: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (): void => {
      const element = document.querySelector<HTMLElement>(`#turn-${CSS.escape(turn)}`)
      if (element === null) return
      if (timer === undefined) {
        timer = setTimeout(() => observer.disconnect(), SETTLE_MS)
        element.tabIndex = -1
        element.focus({ preventScroll: true })
      }
      element.scrollIntoView({ block: 'start' })
    }
    const observer = new MutationObserver(show)
    observer.observe(document.body, { childList: true, subtree: true })
    show()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [turn])
  return null
}
