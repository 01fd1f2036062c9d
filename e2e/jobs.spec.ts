import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { create, expect, replace, test } from './app.ts'
import { startScriptedModel } from './scripted-model.ts'

// A job from its goal to its end, with the demo model.

const GOAL = 'Compare three teas, find out where each grows and write one page about them.'

const features = (window: Page) => window.getByRole('list', { name: 'Steps' }).getByRole('listitem')
const status = (window: Page) => window.getByRole('contentinfo').getByRole('status')
const answered = (window: Page) => expect(window.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)

/** Whether the page would close without a question. */
const mayClose = (window: Page): Promise<boolean> =>
  window.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))

/** Begins a job; its first session has written the plan when this returns, and the job's page is shown. */
async function planned(window: Page): Promise<void> {
  await window.keyboard.press('Control+6')
  await window.getByRole('button', { name: 'New job' }).click()
  await window.getByRole('textbox', { name: 'What’s the goal?' }).fill(GOAL)
  await window.getByRole('button', { name: 'Begin', exact: true }).click()
  await window.getByRole('button', { name: 'Read the plan' }).click()
  await expect(features(window)).toHaveCount(3)
}

/** From the job's page through a session, and back. */
async function session(window: Page, button: string): Promise<void> {
  await window.getByRole('button', { name: button, exact: true }).click()
  await expect(window.getByText('A session does one feature')).toBeVisible()
  await window.getByRole('button', { name: 'Show the job' }).click()
}

test('a job is planned, reviewed and worked on, one feature a session', async ({ window }) => {
  await window.keyboard.press('Control+6')
  await expect(window.getByRole('heading', { name: 'No jobs yet' })).toBeVisible()
  await window.getByRole('button', { name: 'New job' }).click()
  // A goal is a message: nothing of it is sent before the user has decided about its secrets.
  const goal = window.getByRole('textbox', { name: 'What’s the goal?' })
  await goal.fill('The staging password is hunter2-Zx9-qqLm. Plan the move.')
  await window.getByRole('button', { name: 'Begin', exact: true }).click()
  await expect(window.getByRole('button', { name: /^Send redacted/ })).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(goal).toBeFocused()
  expect(await mayClose(window)).toBe(false)
  await window.getByRole('button', { name: 'Cancel' }).click()
  expect(await mayClose(window)).toBe(true)
  await planned(window)

  // The plan is the user's: each change is a commit, and can be undone.
  // What can be done with a step shows where it is pointed at, or has the focus.
  const change = window.getByRole('button', { name: 'Change F2' })
  const shown = (): Promise<boolean> => change.evaluate((button) => button.checkVisibility({ opacityProperty: true }))
  await window.getByRole('heading', { name: 'Steps' }).hover()
  await expect.poll(shown).toBe(false)
  await features(window).nth(1).focus()
  await expect.poll(shown).toBe(true)
  await change.click()
  await window.getByRole('textbox', { name: 'Step' }).fill('Draw a map of where they grow')
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(status(window)).toContainText('the step now says “Draw a map of where they grow”')
  await features(window).nth(2).focus()
  await window.keyboard.press('Alt+ArrowUp')
  await expect(features(window).nth(1)).toContainText('Write one page about them')
  await features(window).nth(2).dragTo(features(window).nth(0))
  await expect(features(window).nth(0)).toContainText('Draw a map')
  await status(window).getByRole('button', { name: /Undo/ }).click()
  await expect(features(window).nth(0)).toContainText('Compare three teas')
  await window.getByRole('button', { name: 'Add a step' }).click()
  await window.getByRole('textbox', { name: 'Step' }).fill('Taste them')
  await window.keyboard.press('Enter')
  await expect(features(window)).toHaveCount(4)
  await features(window).nth(3).focus()
  await window.keyboard.press('Delete')
  await expect(features(window)).toHaveCount(3)
  await status(window).getByRole('button', { name: /Undo/ }).click()
  await expect(features(window)).toHaveCount(4)

  await session(window, 'Begin work')
  await expect(features(window).nth(0).getByRole('checkbox')).toBeChecked()
  await expect(features(window).nth(0)).toContainText('work/F1.md')
  await session(window, 'Begin session 3')
  await expect(window.getByRole('progressbar', { name: '2 of 4 done' })).toBeVisible()
  await expect(window.getByRole('heading', { name: /^Session [123] · / })).toHaveCount(3)

  // A judge reads what the evidence names.
  await window.getByRole('button', { name: 'More actions for F1' }).click()
  await window.getByRole('menuitem', { name: 'Check the evidence' }).click()
  await expect(features(window).nth(0)).toContainText('judge: confirmed')
  await expect(
    features(window)
      .nth(0)
      .getByRole('link', { name: /work\/F1\.md/ })
      .first(),
  ).toBeVisible()

  await window.getByRole('checkbox', { name: 'Untick F1' }).click()
  await expect(features(window).nth(0).getByRole('checkbox')).not.toBeChecked()
  await window.getByRole('checkbox', { name: 'Tick F1' }).click()
  await window.getByRole('textbox', { name: 'What shows that this step is done?' }).fill('I read it.')
  await window.keyboard.press('Enter')
  await expect(features(window).nth(0)).toContainText('I read it.')

  await window.getByRole('button', { name: 'Files', exact: true }).click()
  await window.getByRole('button', { name: 'Delete job' }).click()
  await expect(window.getByRole('heading', { name: 'No jobs yet' })).toBeVisible()
  await expect(status(window)).toContainText('Job deleted. Its files stay in the timeline.')
})

test('wrapping up leads to a fresh start, and odd changes of a checklist are marked', async ({ app, window }) => {
  await planned(window)
  await session(window, 'Begin work')
  await window.getByRole('link', { name: /^Session 2/ }).click()
  const more = window.getByRole('button', { name: 'More actions for this conversation' })
  await more.click()
  await window.getByRole('menuitem', { name: 'Delete…' }).click()
  const ask = window.getByRole('alertdialog', { name: /^Delete “/ })
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(more).toBeFocused()
  await more.click()
  await window.getByRole('menuitem', { name: 'Have the agent save its progress' }).click()
  await expect(window.getByText('The agent was asked to save its progress')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Stop here' })).toBeVisible()
  // What the app asked for is not the user's last message.
  await window.getByRole('textbox', { name: 'Message' }).press('ArrowUp')
  await expect(window.getByText(/^Editing your message in turn 1\./)).toBeVisible()
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Start fresh in a new conversation' }).click()
  await expect(window.getByRole('heading', { level: 1, name: /^3 · / })).toBeVisible()
  await expect(window.getByText('A session does one feature')).toBeVisible()
  await answered(window)

  // Another program ticks a feature without evidence, and says something else in another.
  const list = 'jobs/compare-three-teas-find-out/features.json'
  const [read] = await app.exec({ command: 'view', path: `/memories/${list}` })
  expect(read?.is_error).toBe(false)
  await app.exec(
    replace(list, '"what": "Compare three teas"', '"what": "Compare two teas"'),
    replace(list, '"state": "open",\n      "evidence": null', '"state": "done",\n      "evidence": null'),
  )
  await window.getByRole('button', { name: 'Show the job' }).click()
  await expect(features(window).nth(0).getByRole('link', { name: 'Reworded a step' })).toBeVisible()
  await expect(features(window).nth(2).getByRole('link', { name: 'Ticked without evidence' })).toBeVisible()
  await features(window).nth(0).getByRole('button', { name: 'Keep' }).click()
  await expect(window.getByText('Kept: the change is no longer flagged on this page')).toBeVisible()
  await expect(features(window).nth(0).getByRole('link', { name: 'Reworded a step' })).toHaveCount(0)
  await window.keyboard.press('Control+3')
  await expect(window.getByRole('treeitem', { name: /Ticked without evidence/ })).toBeVisible()
})

test('where no plan was written, another session writes it; a session at its limit is asked no more, shared by all @browser', async ({
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
  await test.step('where no plan was written, its page has it written by another session', async () => {
    await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await window.keyboard.press('Control+6')
    await window.getByRole('button', { name: 'New job' }).click()
    await window.getByRole('textbox', { name: 'What’s the goal?' }).fill('Two teas')
    model.answers({ text: 'What are teas?' })
    await window.getByRole('button', { name: 'Begin', exact: true }).click()
    await window.getByRole('button', { name: 'Show the job' }).click()
    await expect(window.getByRole('button', { name: 'Open the last session' })).toBeVisible()
    const list = JSON.stringify([{ id: 'F1', what: 'Taste', check: '', state: 'open', evidence: null }])
    model.answers({ call: create('jobs/two-teas/features.json', list) }, { text: 'There it is.' })
    await window.getByRole('button', { name: 'Start planning' }).click()
    await window.getByRole('button', { name: 'Read the plan' }).click()
    await expect(features(window)).toHaveCount(1)
  })

  await test.step('a session at its limit can be asked no more, shared by all, and asks before the page closes', async () => {
    await window.keyboard.press('Control+6')
    await window.getByRole('button', { name: 'New job' }).click()
    await window.getByRole('textbox', { name: 'What’s the goal?' }).fill('Three teas')
    await window.getByRole('button', { name: 'Kind of work and budget' }).click()
    await window.getByRole('textbox', { name: 'Budget: Requests' }).fill('2')
    const list = JSON.stringify([{ id: 'F1', what: 'Taste', check: '', state: 'open', evidence: null }])
    model.answers(
      { call: create('jobs/three-teas/features.json', list) },
      { call: create('notes.md', 'Green, black.\n') },
      { hangs: true },
    )
    await window.getByRole('button', { name: 'Begin', exact: true }).click()

    // The round in which it writes down where it is can be skipped.
    await expect(window.getByText(/Limit reached .2 of 2 requests.: the agent was asked/)).toBeVisible()
    await window.getByRole('button', { name: 'Skip saving progress' }).click()
    await expect(window.getByRole('button', { name: /^Raise the budget to .* and continue$/ })).toBeVisible()
    await expect(window.getByRole('button', { name: /^Budget: 2 of 2 requests/ })).toBeVisible()

    // It has a menu once the page knows that the session is not wrapped up.
    await window.getByRole('button', { name: 'End session', expanded: false }).click()
    await expect(window.getByRole('menuitem', { name: 'Wrap up first' })).toBeVisible()
    await window.getByRole('menuitem', { name: 'End without wrapping up' }).click()
    await expect(window.getByText('Session 1 hasn’t saved its latest progress.')).toBeVisible()
    await expect(window.getByText(/This job’s budget is used up: 2 of 2 requests/)).toBeVisible()
    await window.getByRole('button', { name: 'Raise the budget to 4 requests' }).click()
    await expect(window.getByText(/This job’s budget is used up/)).toHaveCount(0)
    await expect(window.getByRole('textbox', { name: 'Budget: Requests' })).toHaveValue('4')

    const asked = window.waitForEvent('dialog')
    await window.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await model.close()
  })
})
