import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads'
import { z } from 'zod'

const KEY = 'variorum.ended-threads'
const Ids = z.array(z.number()).catch([])
const endedThreads = (): readonly number[] => Ids.parse(getEnvironmentData(KEY))

/** Whoever started a thread says that it ended; threads started from then on know. */
export function noteEnded(thread: number): void {
  setEnvironmentData(KEY, [...endedThreads(), thread])
}

/** Whether this thread of our process is known to have ended. Ids are not used twice. */
export function hasEnded(thread: number): boolean {
  return thread !== threadId && endedThreads().includes(thread)
}
