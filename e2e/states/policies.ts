import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect } from '../app.ts'
import { over, type State, state } from './stage.ts'

export const POLICIES: readonly State[] = [
  state('policies', (stage) => stage.view('5', 'Policies')),
  state('detectors of a group', async (stage) => {
    await stage.click('Personal data: 0 of 8 detectors on')
    await expect(stage.only('switch', 'Phone numbers')).toBeVisible()
  }),
  state('rule', async (stage) => {
    await stage.click('Add a rule')
    await stage.click('Expression')
    await stage.only('textbox', 'Name').fill('booking')
    await stage.only('textbox', 'Expression').fill('QX[A-Z0-9]{4}')
    await stage.get('textbox', 'Try the rule on a sample').fill('The code is QX1234.')
    await expect(stage.get('status', 'Result for the sample').getByRole('img')).toBeVisible()
  }),
  state('rule that cannot run', async (stage) => {
    await stage.only('textbox', 'Expression').fill('(?=a)b')
    await expect(stage.window.getByRole('alert').first()).toBeVisible()
  }),
  state('limits and expiry', async (stage) => {
    await stage.only('textbox', 'Expression').fill('QX[A-Z0-9]{4}')
    await stage.only('switch', 'Delete files nobody has read or written lately').click()
    await stage.get('textbox', 'Limit: Files').fill('plenty')
    await expect(stage.window.getByRole('alert').first()).toBeVisible()
  }),
  state('policies saved', async (stage) => {
    await stage.get('textbox', 'Limit: Files').fill('500')
    await stage.press('Control+s')
    await expect(stage.get('region', 'Not saved')).toHaveCount(0)
  }),
  state('policies of another program', async (stage) => {
    const path = nodePath.join(stage.app.store, '.variorum', 'policies.json')
    await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace(/"files": *500/, '"files": 700'))
    await expect(stage.only('button', 'Keep mine')).toBeVisible()
  }),
  over('policies kept', async (stage) => {
    await stage.click('Keep mine')
    await expect(stage.only('button', 'Keep mine')).toHaveCount(0)
  }),
]
