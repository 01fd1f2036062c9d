import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { expect, say, test } from './app.ts'

const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900, ground: 'rgb(252, 252, 251)' },
  { colorScheme: 'dark', width: 1100, height: 720, ground: 'rgb(25, 26, 29)' },
  { colorScheme: 'light', width: 390, height: 800, ground: 'rgb(252, 252, 251)' },
] as const

test('every view fits, has its landmarks and one heading, at three sizes', async ({ window }) => {
  await say(window, 'Remember that Ana is allergic to shellfish')
  await say(window, 'Actually Ana is allergic to nuts')
  for (const { colorScheme, width, height, ground } of LOOKS)
    await test.step(`${colorScheme}, ${width} x ${height}`, async () => {
      await window.setViewportSize({ width, height })
      await window.emulateMedia({ colorScheme })
      await window.reload()
      await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
      await everyViewFits(window, width)
      await expect(window.locator('body')).toHaveCSS('background-color', ground)
    })
})

async function everyViewFits(window: Page, width: number): Promise<void> {
  for (const [keys, name] of [
    ['Control+1', 'chat'],
    ['Control+2', 'memory'],
    ['Control+3', 'timeline'],
    ['Control+6', 'jobs'],
    ['Control+,', 'settings'],
  ] as const) {
    await window.keyboard.press(keys)
    await expect(window.getByRole('heading', { level: 1 }), name).toHaveCount(1)
    // In a single pane the list of files covers the file.
    await expect(window.getByRole('main').or(window.getByRole('tree')), name).not.toHaveCount(0)
    await expect(window.getByRole('navigation', { name: 'Stores and conversations' })).toBeAttached()
    await expect(window.getByRole('contentinfo', { name: 'Store status' })).toBeVisible()
    if (name === 'settings') {
      await window.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Advanced' }).click()
      await window.evaluate(() => (location.hash = '/settings/keys'))
      const heading = window.getByRole('heading', { name: 'Keyboard', exact: true })
      await expect(heading).toBeFocused()
      await expect(heading).toBeInViewport()
      // Only the page scrolls, not the window.
      await expect(window.getByRole('banner')).toBeInViewport({ ratio: 1 })
    }
    const [inner, outer] = await window.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(inner, `${name} scrolls sideways`).toBeLessThanOrEqual(outer ?? 0)
    // A heading is whole before anything is said beside it; a conversation may be called anything.
    if (width === 390 && name !== 'chat') {
      const cut = await window
        .getByRole('heading', { level: 1 })
        .evaluate((heading) => heading.scrollWidth - heading.clientWidth)
      expect(cut, `${name}: what is cut off the heading`).toBe(0)
      await expect(window.getByRole('banner').locator('.crumb')).toBeHidden()
    }
    if (name === 'timeline') await expect(window.getByRole('main').getByText('ana.md').first()).toBeVisible()
  }
}

test('the pseudo-locale leaves no English behind in the frame, and the window speaks other languages', async ({
  app,
  page,
}) => {
  await fs.writeFile(nodePath.join(app.home, 'settings.json'), JSON.stringify({ welcomed: true, locale: 'pseudo' }))
  await page.goto(await app.start())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => (location.hash = '/settings/look'))
  await expect(page.getByRole('button', { name: 'Ƥśēũďō', pressed: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Timeline' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0)

  await page.getByRole('button', { name: 'English' }).click()
  await page.keyboard.press('Control+1')
  await say(page, 'Remember that Ana is allergic to shellfish')
  for (const [language, lang, settings] of [
    ['Deutsch', 'de', 'Einstellungen'],
    ['Español', 'es', 'Ajustes'],
    ['简体中文', 'zh-Hans', '设置'],
  ] as const)
    await test.step(language, async () => {
      await page.evaluate(() => (location.hash = '/settings/look'))
      await page.getByRole('button', { name: language }).click()
      await expect(page.getByRole('heading', { name: settings, level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      for (const view of [1, 2, 3, 4, 5]) {
        await page.keyboard.press(`Control+${view}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    })
})
