import { useEffect, useMemo, useState } from 'react'
import { type Spent, spentIn } from '../../shared/budget.ts'
import type { Turn } from '../../shared/conversation.ts'
import { useApp } from '../state/app-store.ts'

const TICK_MS = 10_000

/** What a conversation used of a budget; `null` until the prices are loaded. */
export function useSpent(turns: readonly Turn[]): Spent | null {
  const prices = useApp((state) => state.app?.settings.prices)
  const running = turns.at(-1)?.end === null
  // Only a running turn's minutes depend on it.
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [running])
  return useMemo(() => (prices === undefined ? null : spentIn(turns, prices, now)), [turns, prices, now])
}
