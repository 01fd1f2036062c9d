import { useEffect } from 'react'
import { navigate } from 'wouter/use-hash-location'

/**
 * Leads to a part of a long page, once the page has it: to the part's first link or button, else to its heading. The
 * address then forgets the part, so that the same link leads to it again.
 * @param id of the part's element; `null` for none
 */
export function usePart(id: string | null, isReady: boolean, page: string): void {
  useEffect(() => {
    if (id === null || !isReady) return
    const part = document.getElementById(id)
    const target = part?.querySelector<HTMLElement>('a, button') ?? part
    target?.scrollIntoView({ block: target === part ? 'start' : 'center' })
    target?.focus({ preventScroll: true })
    navigate(page, { replace: true })
  }, [id, isReady, page])
}
