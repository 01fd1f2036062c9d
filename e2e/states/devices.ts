import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { git } from '../../testing/git.ts'
import { App, create, expect, replace } from '../app.ts'
import { over, type Stage, type State, state } from './stage.ts'

const remoteOf = (stage: Stage): string => nodePath.join(stage.app.documents, 'memory.git')

/** Another computer of the user's, without a window. */
const otherOf = (stage: Stage): App => new App(nodePath.join(stage.app.documents, 'laptop'))

async function showDevices(stage: Stage): Promise<void> {
  await stage.view(',', 'Settings')
  await stage.only('link', 'Memory', stage.get('navigation', 'Sections')).click()
  await stage.get('heading', 'Devices').scrollIntoViewIfNeeded()
}

const address = (stage: Stage) => stage.get('textbox', 'Remote')

async function synced(stage: Stage): Promise<void> {
  await expect(stage.get('contentinfo', 'Store status').getByRole('status')).toContainText(/\S/)
  await expect(stage.only('button', 'Sync now')).not.toHaveAttribute('aria-busy', 'true')
}

export const DEVICES: readonly State[] = [
  state('devices, without a remote', async (stage) => {
    await showDevices(stage)
    await expect(address(stage)).toBeVisible()
  }),
  state('devices, an invalid address', async (stage) => {
    await address(stage).fill('memory.git')
    await stage.press('Enter')
    await expect(stage.get('main', 'Settings').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  }),
  state('devices, alone', async (stage) => {
    await fs.mkdir(remoteOf(stage), { recursive: true })
    await git(remoteOf(stage), 'init', '-q', '--bare', '-b', 'main', '.')
    await address(stage).fill(remoteOf(stage))
    await stage.click('Share')
    await synced(stage)
    await stage.get('textbox', 'Name of this device').fill('Desk')
    await stage.press('Enter')
    await expect(stage.get('list', 'Devices').getByRole('listitem', { name: 'Desk' })).toBeVisible()
  }),
  state('devices, one that is new', async (stage) => {
    const other = otherOf(stage)
    await other.cli('remote', 'add', remoteOf(stage), '--name', 'Laptop of Ana, who has many')
    expect(await other.cli('sync')).toMatchObject({ code: 0 })
    await stage.click('Sync now')
    await expect(stage.get('button', 'Not mine')).toBeVisible()
  }),
  state('review, a new device', async (stage) => {
    await stage.view('4', 'Review')
    await expect(stage.get('region', 'Waiting for you').getByRole('link', { name: 'Laptop of Ana' })).toBeVisible()
  }),
  state('devices, admitted', async (stage) => {
    await showDevices(stage)
    await stage.get('list', 'Devices').getByRole('button').first().click()
    await expect(stage.get('button', 'Not mine')).toHaveCount(0)
  }),
  over('menu of the remote', (stage) => stage.menu('More about the remote')),
  state('text of two devices', async (stage) => {
    const other = otherOf(stage)
    await stage.app.exec(create('people/nora.md', '# Nora\n\n- Likes tea.\n- Lives in Faro.\n'))
    await stage.click('Sync now')
    await synced(stage)
    await other.cli('sync')
    await other.exec(replace('people/nora.md', 'Likes tea.', 'Drinks green tea in the morning, never coffee.'))
    expect(await other.cli('sync')).toMatchObject({ code: 0 })
    await stage.app.exec(replace('people/nora.md', 'Likes tea.', 'Drinks no tea after six.'))
    await stage.click('Sync now')
    await stage.view('4', 'Review')
    await stage.get('region', 'Waiting for you').getByRole('link', { name: 'nora.md' }).click()
    await expect(stage.get('button', 'Take the other version')).toBeVisible()
  }),
  state('devices, one removed', async (stage) => {
    await stage.press('u')
    await showDevices(stage)
    await stage.get('list', 'Devices').getByRole('button').first().click()
    await expect(stage.get('button', 'Admit')).toBeVisible()
  }),
  state('devices, another address', async (stage) => {
    await stage.pick('More about the remote', 'Change the address…')
    await expect(address(stage)).toBeFocused()
  }),
  state('devices, nothing at the address', async (stage) => {
    await address(stage).fill(`${remoteOf(stage)}/${'a-long-name-of-a-folder-'.repeat(4)}`)
    await stage.press('Enter')
    await expect(stage.only('button', 'Change the address…')).toBeVisible()
  }),
  state('devices, another memory at the address', async (stage) => {
    const stranger = new App(nodePath.join(stage.app.documents, 'stranger'))
    const other = nodePath.join(stage.app.documents, 'other.git')
    await git(stage.app.documents, 'init', '-q', '--bare', '-b', 'main', other)
    await stranger.exec(create('other.md', 'Another memory.\n'))
    await stranger.cli('remote', 'add', other)
    expect(await stranger.cli('sync')).toMatchObject({ code: 0 })
    await stage.click('Change the address…')
    await address(stage).fill(other)
    await stage.press('Enter')
    await expect(stage.only('button', 'Join the two memories')).toBeVisible()
  }),
  over('sharing stopped, asked', async (stage) => {
    await stage.pick('More about the remote', 'Stop sharing…')
    await expect(stage.get('dialog')).toBeVisible()
  }),
  state('devices, sharing stopped', async (stage) => {
    await stage.pick('More about the remote', 'Stop sharing…')
    await stage.click('Stop sharing')
    await expect(address(stage)).toBeVisible()
  }),
]
