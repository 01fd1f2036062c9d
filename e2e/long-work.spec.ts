import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { create, expect, replace, test } from './app.ts'
import { type ScriptedAnswer, type ScriptedModel, startScriptedModel } from './scripted-model.ts'

// A job over five sessions, with a crash in the third and a cleared context in the fourth.

const GOAL = 'Composting guide'
const FOLDER = 'jobs/composting-guide'
const FEATURES = `${FOLDER}/features.json`
const PROGRESS = `${FOLDER}/progress.md`
const IDS = ['bins', 'heat', 'trouble'] as const

const feature = (id: string): object => ({
  id,
  what: `A part about ${id}`,
  check: `Read ${id} aloud`,
  state: 'open',
  evidence: null,
})
const state = (id: string, now: string, evidence: string | null = null): string =>
  `"check": "Read ${id} aloud",\n      "state": "${now}",\n      "evidence": ${JSON.stringify(evidence)}`

const call = (command: object): ScriptedAnswer => ({ call: command })
const view = (path: string): ScriptedAnswer => call({ command: 'view', path: `/memories/${path}` })
const begins = (id: string): ScriptedAnswer => call(replace(FEATURES, state(id, 'open'), state(id, 'doing')))
const works = (id: string): ScriptedAnswer => call(create(`${FOLDER}/work/${id}.md`, `All about ${id}.\n`))
const ticks = (id: string): ScriptedAnswer =>
  call(replace(FEATURES, state(id, 'doing'), state(id, 'done', `Read aloud: work/${id}.md`)))
const logs = (session: number, text: string): ScriptedAnswer =>
  call(replace(PROGRESS, '# Progress\n', `# Progress\n\n## Session ${session} · 2026-11-22\n\n${text}\n`))

/** The session that does one feature from the beginning. */
const session = (number: number, id: string): readonly ScriptedAnswer[] => [
  view(FEATURES),
  begins(id),
  works(id),
  view(`${FOLDER}/work/${id}.md`),
  ticks(id),
  logs(number, `The part about ${id} is done.`),
  { text: `${id} is done.\nNext: what is open.` },
]

const job = (window: Page) => window.getByRole('main', { name: 'Job', exact: true })
const openJob = async (window: Page): Promise<void> => {
  await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await window.keyboard.press('Control+6')
  await window
    .getByRole('main', { name: 'Jobs' })
    .getByRole('link', { name: new RegExp(GOAL) })
    .click()
}
const answered = async (window: Page): Promise<void> => {
  await expect(window.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(window.getByRole('region', { name: /^Turn \d+$/ }).last()).toBeVisible()
}

/** Begins a session on the job's page, waits until its answer ends, and comes back. */
async function runSession(window: Page, model: ScriptedModel, press: string, ...answers: readonly ScriptedAnswer[]) {
  model.answers(...answers)
  await job(window).getByRole('button', { name: press }).click()
  await expect(window.getByText(/Next: what is open\./)).toBeVisible()
  await answered(window)
  await openJob(window)
}

interface Stored {
  readonly features: readonly { readonly id: string; readonly state: string; readonly evidence: string | null }[]
}

/** Every version of the checklist that git has, the oldest first. */
function versions(store: string): readonly Stored['features'][] {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: store, encoding: 'utf8' })
  const ids = git('log', '--reverse', '--format=%H', '--', FEATURES).trim().split('\n')
  return ids.map((id) => (JSON.parse(git('show', `${id}:${FEATURES}`)) as Stored).features)
}

test('five sessions: nothing is lost, nothing is ticked twice, and the page shows it', async ({
  app,
  page: window,
}) => {
  const model = await startScriptedModel()
  const env = { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789', ANTHROPIC_BASE_URL: model.url }
  await fs.writeFile(
    nodePath.join(app.home, 'settings.json'),
    JSON.stringify({ welcomed: true, provider: 'anthropic' }),
  )
  await window.goto(await app.start({ env }))

  await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await window.keyboard.press('Control+6')
  await window.getByRole('button', { name: 'New job' }).click()
  await window.getByRole('textbox', { name: 'What’s the goal?' }).fill(GOAL)
  model.answers(
    call(create(FEATURES, `${JSON.stringify({ goal: GOAL, features: IDS.map(feature) }, null, 2)}\n`)),
    call(create(PROGRESS, '# Progress\n\n## Session 1 · 2026-11-22\n\nThe plan is written.\n')),
    call(create(`${FOLDER}/start.md`, '# Start\n\nOpen the guide.\n')),
    call(
      create(`${FOLDER}/decisions.md`, '## Decisions\n\n- Three parts.\n\n## Open questions\n\n- For balconies too?\n'),
    ),
    { text: 'Three parts.\nNext: what is open.' },
  )
  await window.getByRole('button', { name: 'Begin', exact: true }).click()
  await expect(window.getByText(/Next: what is open\./)).toBeVisible()
  await answered(window)
  await openJob(window)
  await expect(job(window).getByText('For balconies too?')).toBeVisible()

  // Session 2, begun by agreeing with the plan.
  await runSession(window, model, 'Begin work', ...session(2, 'bins'))
  await expect(job(window).getByRole('checkbox', { name: 'Untick bins' })).toBeVisible()

  // Session 3 is killed after its work was written and before it was ticked.
  model.answers(view(FEATURES), begins('heat'), works('heat'), { hangs: true })
  await job(window).getByRole('button', { name: 'Begin session 3' }).click()
  await expect.poll(() => fs.readdir(nodePath.join(app.store, FOLDER, 'work'))).toContain('heat.md')
  await app.stop('SIGKILL')
  await window.goto(await app.start({ env }))
  await openJob(window)
  await expect(job(window).getByText(/Session 3 was interrupted/)).toBeVisible()
  await expect(job(window).getByRole('checkbox', { name: 'Tick heat' })).toHaveAttribute('aria-checked', 'mixed')

  // Session 4 is told so. Its context is cleared, and it looks again.
  const asked = model.asked.length
  await runSession(
    window,
    model,
    'Begin session 4',
    view(FEATURES),
    { ...view(`${FOLDER}/work/heat.md`), cleared: 1 },
    view(FEATURES),
    ticks('heat'),
    logs(3, 'Interrupted while it wrote about heat.'),
    logs(4, 'The part about heat is done.'),
    { text: 'heat is done.\nNext: what is open.' },
  )
  const first = JSON.stringify(model.asked[asked])
  expect(first).toContain('Session 3 was interrupted on')
  expect(first).toMatch(/create \/memories\/jobs\/composting-guide\/work\/heat\.md \(commit [0-9a-f]{10}\)/)

  await runSession(window, model, 'Begin session 5', ...session(5, 'trouble'))
  await expect(job(window).getByText('Every step is done.')).toBeVisible()
  await expect(job(window).getByRole('checkbox', { checked: true })).toHaveCount(3)
  for (const number of [1, 2, 3, 4, 5])
    await expect(
      job(window).getByRole('heading', { name: `Session ${number} · 2026-11-22`, exact: false }),
    ).toBeVisible()
  await expect(job(window).getByText(/without evidence|what it says|was removed/i)).toHaveCount(0)

  const all = versions(app.store)
  for (const version of all) expect(version.map(({ id }) => id)).toEqual([...IDS])
  const done = all.map((version) => version.filter((one) => one.state === 'done').map(({ id }) => id))
  for (const id of IDS) {
    const ticked = done.filter((ids, at) => ids.includes(id) && !(done[at - 1] ?? []).includes(id))
    expect(ticked, id).toHaveLength(1)
  }
  expect(all.at(-1)?.every(({ evidence }) => evidence?.startsWith('Read aloud'))).toBe(true)
  await model.close()
})
