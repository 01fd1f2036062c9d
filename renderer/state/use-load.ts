import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sentence, useLink } from './api.ts'

/** Goes up whenever the connection opens: what was asked for when it broke is to be asked for again. */
export const useOpenings = (): number => useLink((link) => link.openings)

interface Failure {
  readonly what: string
  readonly openings: number
  readonly why: string
}

/**
 * Loads what is missing, and again when the connection opens before it is there.
 * @param what names it; `null` for nothing
 * @returns why it could not be loaded; not while the connection is away, which the window says
 */
export function useLoad(what: string | null, load: () => Promise<unknown>): string | null {
  const isAway = useLink(({ open }) => open === false)
  const openings = useOpenings()
  const [failure, setFailure] = useState<Failure | null>(null)
  const latest = useRef(load)
  useLayoutEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (what === null) return
    let isCurrent = true
    latest.current().catch((error: unknown) => {
      if (isCurrent) setFailure({ what, openings, why: sentence(error) })
    })
    return () => {
      isCurrent = false
    }
  }, [what, openings])
  return !isAway && failure?.what === what && failure.openings === openings ? failure.why : null
}
