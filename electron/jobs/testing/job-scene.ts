import path from 'node:path'
import { onTestFinished } from 'vitest'
import { NO_BUDGET, type Budget } from '../../../shared/budget.ts'
import type { AppEvent } from '../../../shared/events.ts'
import type { Feature } from '../../../shared/jobs/features.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import { jobFile, type JobFileName } from '../../../shared/jobs/names.ts'
import type { SettingsChange } from '../../../shared/settings.ts'
import { newFolder } from '../../../testing/folders.ts'
import {
  callBlock,
  type ModelServer,
  says,
  type Script,
  startModelServer,
  textBlock,
} from '../../agent/testing/model-server.ts'
import { type Core, openCore } from '../../core.ts'

export const KEY = 'sk-ant-test-0123456789'
export const GOAL = 'Plan a trip to Porto'
export const NAME = 'plan-trip-porto'

/** A core with a scripted model, for jobs. */
export interface JobScene {
  readonly core: Core
  readonly server: ModelServer
  readonly events: readonly AppEvent[]
  /** Begins the job and waits until the plan is written. */
  plan(budget?: Partial<Budget>): Promise<string>
  /** Begins the next session and waits until it has answered. */
  session(): Promise<string>
  /** Waits for a conversation's turn. */
  answered(conversation: string): Promise<string>
  job(): Promise<Job>
}

export async function setJobScene(settings: SettingsChange, ...scripts: readonly Script[]): Promise<JobScene> {
  const server = await startModelServer(...scripts)
  const root = await newFolder()
  const core = await openCore({
    mode: 'cli',
    env: { VARIORUM_HOME: path.join(root, 'home'), ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url },
    dir: path.join(root, 'memory'),
    watch: false,
  })
  onTestFinished(async () => {
    await core.close()
    await server.close()
  })
  await core.changeSettings({ provider: 'anthropic', model: 'claude-test', ...settings })
  const events: AppEvent[] = []
  core.on((event) => events.push(event))
  const answered = async (conversation: string): Promise<string> => {
    await core.finished(conversation)
    return conversation
  }
  return {
    core,
    server,
    events,
    answered,
    async plan(budget = {}) {
      const begun = await core.jobs.create({ goal: GOAL, template: 'general', budget: { ...NO_BUDGET, ...budget } })
      return answered(begun.conversation)
    },
    session: async () => answered((await core.jobs.beginSession(NAME)).conversation),
    async job() {
      const job = await core.jobs.open(NAME)
      if (job === null) throw new Error('There is no such job.')
      return job
    },
  }
}

export const feature = (id: string, more: Partial<Feature> = {}): Feature => ({
  id,
  what: `What ${id} is`,
  check: `How ${id} is checked`,
  state: 'open',
  evidence: null,
  ...more,
})

export const checklist = (...features: readonly Feature[]): string =>
  `${JSON.stringify({ goal: GOAL, features }, null, 2)}\n`

/** A memory command that writes one of the job's files. */
export const writes = (file: JobFileName, text: string): object => ({
  command: 'create',
  path: `/memories/${jobFile(NAME, file)}`,
  file_text: text,
})

export const replaces = (file: JobFileName, before: string, after: string): object => ({
  command: 'str_replace',
  path: `/memories/${jobFile(NAME, file)}`,
  old_str: before,
  new_str: after,
})

export const views = (file: JobFileName): object => ({ command: 'view', path: `/memories/${jobFile(NAME, file)}` })

let lastId = 0

/** An answer of one round: commands, and then the model is asked again. */
export const does = (...commands: readonly object[]): Script =>
  says('tool_use', ...commands.map((command, index) => callBlock(index, `toolu_${(lastId += 1)}`, command)))

/** The last answer of a turn. */
export const ends = (text: string): Script => says('end_turn', textBlock(0, text))

/** The initializer's two rounds: a plan of these features. */
export const plans = (...features: readonly Feature[]): readonly Script[] => [
  does(
    writes('features', checklist(...features)),
    writes('progress', '# Progress\n\n## Session 1 · 2026-11-22\n\nThe plan is written.\n'),
    writes('start', '# Start\n\nNothing to start.\n'),
    writes('decisions', '## Decisions\n\n- By train.\n\n## Open questions\n\n- Which month?\n'),
  ),
  ends('The plan is in the checklist.'),
]
