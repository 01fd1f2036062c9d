import type { Job } from './job.ts'
import { INITIALIZER } from './names.ts'

/** The agent writes the log: a greater number is no count of sessions. */
const MAX_LOGGED = 100_000

/** The number of the session that is begun next. The log may name sessions of another device. */
export function nextSession({ sessions, log }: Pick<Job, 'sessions' | 'log'>): number {
  const logged = log.flatMap(({ session }) => (session !== null && session < MAX_LOGGED ? session : []))
  return Math.max(INITIALIZER, ...sessions.map(({ session }) => session), ...logged) + 1
}
