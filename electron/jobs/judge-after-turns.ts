import type { AppEvent } from '../../shared/events.ts'
import type { Agent } from '../agent/agent.ts'
import type { Jobs } from './jobs.ts'

/** Has new ticks checked when a session of a job has answered, for jobs whose user wants a judge. */
export function judgeAfterTurns(
  agent: Pick<Agent, 'sessions'>,
  jobs: Pick<Jobs, 'judgeNew'>,
): (event: AppEvent) => void {
  const judge = async (conversation: string): Promise<void> => {
    const session = (await agent.sessions.list()).find((each) => each.conversation === conversation)
    if (session !== undefined && session.job.judges === undefined) await jobs.judgeNew(session.job.name)
  }
  return (event) => {
    if (event.type !== 'turn.ended') return
    // Its conversation says why a check failed; nobody else waits for it.
    judge(event.conversation).catch(() => undefined)
  }
}
