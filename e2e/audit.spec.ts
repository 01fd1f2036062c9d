import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from './app.ts'
import { startScriptedModel } from './scripted-model.ts'

const line = (at: string, event: object): string => `${JSON.stringify({ at, ...event })}\n`

test('Settings shows what happened on this device, and where a key goes', async ({ app, page }) => {
  const model = await startScriptedModel()
  await page.goto(await app.start({ env: { ANTHROPIC_BASE_URL: model.url } }))
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const { host } = new URL(model.url)
  const before = Array.from({ length: 60 }, (_, at) =>
    line(`2026-01-01T10:${String(at).padStart(2, '0')}:00Z`, { type: 'store.added', folder: `~/memories/${at}` }),
  )
  // The app makes it with its first entry, which may come later.
  await fs.mkdir(nodePath.join(app.home, 'audit'), { recursive: true, mode: 0o700 })
  await fs.appendFile(nodePath.join(app.home, 'audit', '2026-01.jsonl'), before.join(''))
  const contact = { type: 'host.contacted', host: 'models.example', requests: 3, up: 22_000, down: 4_100 }
  const others = [
    contact,
    { type: 'store.trusted', folder: '~/memories/from-a-friend' },
    { type: 'policies.accepted', folder: '~/Documents/Variorum/memory' },
    { type: 'refusal.overridden', what: 'restore', folder: '~/Documents/Variorum/memory' },
  ]
  await fs.appendFile(
    nodePath.join(app.home, 'audit', '2026-02.jsonl'),
    others.map((event, at) => line(`2026-02-03T12:0${at}:00Z`, event)).join(''),
  )
  await page.keyboard.press('Control+,')
  await page.getByRole('radio', { name: /Anthropic/ }).click()
  await expect(page.getByText(`sent only to ${host}`)).toBeVisible()
  await expect(
    page.getByText(`The address comes from the environment variable ANTHROPIC_BASE_URL, so requests go to ${host}.`),
  ).toBeVisible()
  await page.getByRole('textbox', { name: /^Key/ }).fill('sk-ant-test-0123456789')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Advanced' }).click()
  const happened = page.getByRole('region', { name: 'What happened on this device' })
  const today = happened.getByRole('list', { name: 'Today' })
  await expect(today.getByText(`The key for ${host} was set.`)).toBeVisible()
  await expect(today.getByText('A browser was signed in with a link.')).toBeVisible()
  await expect(happened.getByText('The store ~/memories/0 was added.')).toHaveCount(0)
  await happened.scrollIntoViewIfNeeded()
  await happened.getByRole('button', { name: 'Show earlier entries' }).click()
  await expect(happened.getByText('3 requests to models.example: 22 KB sent, 4.1 KB received.')).toBeVisible()
  await expect(happened.getByText('The store ~/memories/0 was added.')).toBeVisible()
  await expect(happened.getByRole('button', { name: 'Show earlier entries' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page.getByRole('radio', { name: /Anthropic/ })).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1100, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(inner, `${width} scrolls sideways`).toBeLessThanOrEqual(outer ?? 0)
  }
  await model.close()
})
