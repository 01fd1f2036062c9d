import { useEffect, useState } from 'react'
import { changeSettings, useApp } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { useMemory } from '../state/memory-store.ts'

/**
 * Whether this is the first run: nothing was done yet, and nothing is in the memory. `null` until that is known. It is
 * decided once, so that what is brought in does not end it.
 */
export function useFirstRun(): boolean | null {
  const welcomed = useApp(({ app }) => app?.settings.welcomed)
  const isEmpty = useMemory(({ tree }) => (tree === null ? null : tree.files.length === 0))
  const hasTalked = useChat(({ list }) => (list === null ? null : list.length > 0))
  const isKnown = isEmpty !== null && hasTalked !== null
  const isFresh = isEmpty === true && hasTalked === false
  // Once known it stays, though files are brought in.
  const [decided, decide] = useState<boolean | null>(null)
  if (decided === null && welcomed === false && isKnown) decide(isFresh)
  useEffect(() => {
    // It was used before there was a first run.
    if (decided === false) void changeSettings({ welcomed: true })
  }, [decided])
  if (welcomed === undefined) return null
  return welcomed ? false : decided
}
