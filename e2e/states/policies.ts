import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect } from '../app.ts'
import { over, type Stage, type State, state } from './stage.ts'

const fileOf = (stage: Stage): string => nodePath.join(stage.app.store, '.variorum', 'policies.json')
const policiesOf = (stage: Stage): Promise<string> => fs.readFile(fileOf(stage), 'utf8')

export const POLICIES: readonly State[] = [
  state('policies', (stage) => stage.view('5', 'Policies')),
  state('detectors of a group', async (stage) => {
    await stage.click('Fine-tune: Redaction')
    await stage.click('Kinds: Personal data')
    await expect(stage.only('switch', 'Phone numbers')).toBeVisible()
  }),
  state('rule', async (stage) => {
    await stage.click('Add a rule')
    await stage.click('Expression')
    await stage.get('textbox', 'Label').fill('booking')
    await stage.only('textbox', 'Expression').fill('QX[A-Z0-9]{4}')
    await stage.get('textbox', 'Try the rule on a sample').fill('The code is QX1234.')
    await expect(stage.get('status', 'Result for the sample').getByRole('img')).toBeVisible()
  }),
  state('rule that cannot run', async (stage) => {
    await stage.only('textbox', 'Expression').fill('(?=a)b')
    await expect(stage.window.getByRole('alert').first()).toBeVisible()
  }),
  state('rule for agents', async (stage) => {
    await stage.click('Cancel')
    await stage.click('New rule for agents')
    await expect(stage.get('group', 'Rule for agents')).toBeVisible()
    await expect(stage.get('list', 'Effect of the rules')).toBeVisible()
  }),
  state('rules for agents', async (stage) => {
    await stage.click('Add the rule')
    await expect(stage.get('group', 'Rule for agents')).toHaveCount(0)
    await expect(stage.get('button', 'Edit the rule for work/**')).toBeVisible()
  }),
  state('limits and expiry', async (stage) => {
    await stage.only('switch', 'Delete files nobody has read or written lately').click()
    await stage.click('Fine-tune: Size')
    await stage.click('Fine-tune: Expiry')
    await stage.get('textbox', 'Limit: Files').fill('plenty')
    await stage.press('Enter')
    await expect(stage.window.getByRole('alert').first()).toBeVisible()
  }),
  state('policies asked about', async (stage) => {
    await stage.get('textbox', 'Limit: Files').fill('500')
    await stage.press('Enter')
    await expect.poll(() => policiesOf(stage).catch(() => '')).toMatch(/"files": *500/)
    await stage.get('textbox', 'Limit: Largest file').fill('100 bytes')
    await stage.press('Enter')
    await expect(stage.get('group', 'Not applied yet').getByRole('button').first()).toBeVisible()
  }),
  state('policies saved', async (stage) => {
    await stage.click('Cancel')
    await expect(stage.get('group', 'Not applied yet')).toHaveCount(0)
  }),
  state('policies of another program', async (stage) => {
    await fs.writeFile(fileOf(stage), (await policiesOf(stage)).replace(/"files": *500/, '"files": 700'))
    await expect(stage.only('button', 'Keep mine')).toBeVisible()
  }),
  over('policies kept', async (stage) => {
    await stage.click('Keep mine')
    await expect(stage.only('button', 'Keep mine')).toHaveCount(0)
  }),
]
