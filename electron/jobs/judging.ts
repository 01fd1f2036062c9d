import type { Conversation } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { CheckedFeature, Job, Verdict } from '../../shared/jobs/job.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import { say } from '../../shared/messages/say.ts'
import type { Agent } from '../agent/agent.ts'
import { JUDGE_GUIDANCE, judgeMessage, verdictIn } from '../agent/job-guidance.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { Store } from '../memory/store-interface.ts'
import type { JobRecords } from './job-records.ts'
import { judgedKey } from './judged.ts'

export interface JudgingOptions {
  readonly store: Store
  readonly agent: Agent
  readonly records: JobRecords
  readonly read: (name: JobName) => Promise<Job>
  /** Called when a verdict is kept. */
  readonly changed: () => void
}

export interface Judging {
  judge(name: JobName, feature: string): Promise<Verdict>
  /** Judges what is ticked and has no verdict, if the user wants that. */
  judgeNew(name: JobName): Promise<void>
}

/**
 * A tick is checked in a conversation of its own that looks at the memory as it is now and can change nothing. It stays,
 * so that the user can read why.
 */
export function createJudging({ store, agent, records, read, changed }: JudgingOptions): Judging {
  /** Checks under way, by job and what is judged: asked twice, one answers both. */
  const underWay = new Map<string, Promise<Verdict>>()

  function judgeOnce(name: JobName, job: Job, feature: CheckedFeature): Promise<Verdict> {
    const key = `${name} ${judgedKey(feature)}`
    const judging = underWay.get(key) ?? judgeOne(name, job, feature).finally(() => underWay.delete(key))
    underWay.set(key, judging)
    return judging
  }

  async function judgeOne(name: JobName, job: Job, feature: CheckedFeature): Promise<Verdict> {
    await store.published()
    const { head } = await store.status()
    const session = job.sessions.at(-1)?.session ?? 1
    const opening = {
      job: { name, session, judges: feature.id },
      guidance: JUDGE_GUIDANCE,
      note: null,
      title: `Check of ${feature.what}`,
    }
    const id = newUlid()
    await agent.send({ text: judgeMessage(name, feature), id, at: head ?? undefined, ...job.judge.model }, opening)
    await agent.finished(id)
    const verdict = verdictOf(await agent.conversations.open(id))
    await records.change(name, (record) => ({
      ...record,
      verdicts: { ...record.verdicts, [judgedKey(feature)]: verdict },
    }))
    changed()
    return verdict
  }
  return {
    async judge(name, id) {
      const job = await read(name)
      const feature = job.features?.find((one) => one.id === id)
      if (feature === undefined) throw new AppError('bad-request', say('feature-gone'))
      if (feature.state !== 'done') throw new AppError('bad-request', say('feature-not-ticked'))
      return judgeOnce(name, job, feature)
    },
    async judgeNew(name) {
      const job = await read(name)
      if (!job.judge.on) return
      const ticked = (job.features ?? []).filter(({ state, verdict }) => state === 'done' && verdict === null)
      for (const feature of ticked) await judgeOnce(name, job, feature)
    },
  }
}

/** @throws if the model did not answer */
function verdictOf(conversation: Conversation | null): Verdict {
  const turn = conversation?.transcript.at(-1)
  if (turn === undefined || turn.end?.kind !== 'done')
    throw new AppError('provider', say('tick-not-checked', { why: turn?.end?.reason ?? say('check-stopped') }))
  const text = turn.parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n')
  const found = verdictIn(text) ?? {
    verdict: 'unclear' as const,
    why: say('no-verdict'),
  }
  return { ...found, model: turn.model, at: turn.end.at }
}
