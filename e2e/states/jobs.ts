import { create, expect } from '../app.ts'
import { over, type Stage, type State, state } from './stage.ts'

const features = (stage: Stage) => stage.get('list', 'Steps').getByRole('listitem')

async function begin(stage: Stage, goal: string, requests?: string): Promise<void> {
  await stage.view('6', 'Jobs')
  await stage.click('New job')
  await stage.get('textbox', 'What’s the goal?').fill(goal)
  if (requests !== undefined) {
    await stage.click('Kind of work and budget')
    await stage.get('textbox', 'Budget: Requests').fill(requests)
  }
  await stage.click('Begin')
}

export const JOBS: readonly State[] = [
  state('new job', async (stage) => {
    await stage.view('6', 'Jobs')
    await stage.click('New job')
    await expect(stage.only('button', 'Begin')).toBeVisible()
  }),
  state('session of a job', async (stage) => {
    await begin(stage, 'Compare three teas, find out where each grows and write one page about them.')
    await expect(stage.only('button', 'Read the plan')).toBeVisible()
  }),
  state('plan of a job', async (stage) => {
    await stage.click('Read the plan')
    await expect(features(stage)).toHaveCount(3)
  }),
  over('menu of a feature', (stage) => stage.menu('More actions for F1')),
  state('feature changed', async (stage) => {
    await stage.click('Change F2')
    await expect(stage.get('textbox', 'Step')).toBeVisible()
  }),
  state('feature added', async (stage) => {
    await stage.press('Escape')
    await stage.click('Add a step')
    await expect(stage.get('textbox', 'Step')).toBeVisible()
  }),
  state('feature ticked', async (stage) => {
    await stage.press('Escape')
    await stage.only('checkbox', 'Tick F1').click()
    await expect(stage.get('textbox', 'What shows that this step is done?')).toBeVisible()
  }),
  over('menu of the judge', async (stage) => {
    await stage.press('Escape')
    const side = stage.get('complementary', 'Sessions and budget')
    await stage.only('button', 'Judge', side).click()
    await side.locator('button.pick').click()
    await expect(stage.get('menu')).toBeVisible()
  }),
  state('job at work', async (stage) => {
    await stage.click('Begin work')
    await stage.click('Show the job')
    await expect(features(stage).first().getByRole('checkbox')).toBeChecked()
  }),
  over('session of a job deleted', async (stage) => {
    await stage.get('complementary', 'Sessions and budget').getByRole('link').first().click()
    await stage.pick('More actions for this conversation', 'Delete…')
    await expect(stage.get('alertdialog')).toBeVisible()
  }),
  state('jobs', async (stage) => {
    await stage.press('Control+6')
    await expect(stage.get('main', 'Jobs').getByRole('link').first()).toBeVisible()
  }),
]

/** Of a model that writes no plan, and of one that reaches the limit of its budget. */
export const JOB_OF_MODEL: readonly State[] = [
  state('job without a plan', async (stage) => {
    stage.model.answers({ text: 'What are teas?' })
    await begin(stage, 'Three teas')
    await stage.click('Show the job')
    await expect(stage.only('button', 'Start planning')).toBeVisible()
  }),
  state('session at its limit', async (stage) => {
    const list = JSON.stringify([{ id: 'F1', what: 'Taste', check: '', state: 'open', evidence: null }])
    stage.model.answers(
      { call: create('jobs/four-teas/features.json', list) },
      { call: create('teas.md', 'Green, black.\n') },
      { hangs: true },
    )
    await begin(stage, 'Four teas', '2')
    await expect(stage.only('button', 'Skip saving progress')).toBeVisible()
  }),
  over('menu to end a session', async (stage) => {
    await stage.click('Skip saving progress')
    await expect(stage.only('button', 'End session')).toHaveAttribute('aria-haspopup', 'menu')
    await stage.menu('End session')
  }),
  state('job that used up its budget', async (stage) => {
    await stage.pick('End session', 'End without wrapping up')
    await expect(stage.get('complementary', 'Sessions and budget').getByRole('meter')).toBeVisible()
  }),
]
