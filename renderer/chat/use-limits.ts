import { useEffect, useMemo, useState } from 'react'
import { type Budget, type Spent, spentIn } from '../../shared/budget.ts'
import type { Turn } from '../../shared/conversation.ts'
import { useApp } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { type NewConversation, setBudget, useBudget } from '../state/drafts-store.ts'
import { setJobBudget, useJob } from '../state/jobs-store.ts'

/** What a conversation may use, and has used; for a session of a job, what all of its sessions share. */
export interface Limits {
  readonly budget: Budget
  /** Null until it is known. */
  readonly spent: Spent | null
  readonly isOfJob: boolean
  /** @returns whether it is set */
  readonly set: (budget: Budget) => Promise<boolean>
}

export function useLimits(id: string | undefined, turns: readonly Turn[], how: NewConversation = {}): Limits {
  const name = useChat(({ list }) => list?.find((other) => other.id === id)?.job?.name)
  const job = useJob(name)
  const budget = useBudget(id, how)
  const spent = useSpent(turns)
  if (name === undefined) return { budget, spent, isOfJob: false, set: (changed) => setBudget(id, changed, how) }
  const set = (changed: Budget): Promise<boolean> => setJobBudget(name, changed)
  return job == null
    ? { budget, spent: null, isOfJob: true, set }
    : { budget: job.budget, spent: job.spent, isOfJob: true, set }
}

const TICK_MS = 10_000

/** What a conversation used of a budget; `null` until the prices are loaded. */
function useSpent(turns: readonly Turn[]): Spent | null {
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
