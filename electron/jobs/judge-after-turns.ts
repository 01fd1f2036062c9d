import type { AppEvent } from '../../shared/events.ts'
import type { Agent } from '../agent/agent.ts'
import type { Jobs } from './jobs.ts'

export interface JudgeAfterTurns {
  /** To be called with every event. */
  readonly follow: (event: AppEvent) => void
  /** Resolves when nothing is judged any more. */
  settled(): Promise<void>
}

/** Has new ticks checked when a session of a job has answered, for jobs whose user wants a judge. */
export function judgeAfterTurns(agent: Pick<Agent, 'sessions'>, jobs: Pick<Jobs, 'judgeNew'>): JudgeAfterTurns {
  const running = new Set<Promise<void>>()
  const judge = async (conversation: string): Promise<void> => {
    const session = (await agent.sessions.list()).find((each) => each.conversation === conversation)
    if (session !== undefined && session.job.judges === undefined) await jobs.judgeNew(session.job.name)
  }
  return {
    follow(event) {
      if (event.type !== 'turn.ended') return
      // Its conversation says why a check failed; nobody else waits for it.
      const judging = judge(event.conversation)
        .catch(() => undefined)
        .finally(() => running.delete(judging))
      running.add(judging)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
