import { createContext, type ReactNode, use } from 'react'

/**
 * Draws a redaction mark as something that opens; `null` where marks are only read, as in rows that are buttons
 * themselves.
 */
type DrawMark = (rule: string) => ReactNode

export const MarkPlace = createContext<DrawMark | null>(null)
export const useMarkPlace = (): DrawMark | null => use(MarkPlace)
