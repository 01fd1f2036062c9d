import { expect, say, test } from './app.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1100, height: 720 },
    { width: 700, height: 600 },
  ]) {
    test.describe(`${colorScheme}, ${viewport.width} x ${viewport.height}`, () => {
      test.use({ colorScheme, viewport })

      test('every view fits, has its landmarks and one heading', async ({ window }, info) => {
        await say(window, 'Remember that Ana is allergic to shellfish')
        await say(window, 'Actually Ana is allergic to nuts')
        for (const [keys, name] of [
          ['Control+1', 'chat'],
          ['Control+2', 'memory'],
          ['Control+3', 'timeline'],
          ['Control+6', 'jobs'],
          ['Control+,', 'settings'],
        ] as const) {
          await window.keyboard.press(keys)
          await expect(window.getByRole('heading', { level: 1 })).toHaveCount(1)
          // In a single pane the list of files covers the file.
          await expect(window.getByRole('main').or(window.getByRole('tree'))).not.toHaveCount(0)
          await expect(window.getByRole('navigation', { name: 'Stores and conversations' })).toBeAttached()
          await expect(window.getByRole('contentinfo', { name: 'Store status' })).toBeVisible()
          const [inner, outer] = await window.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
          expect(inner, `${name} scrolls sideways`).toBeLessThanOrEqual(outer ?? 0)
          if (name === 'timeline') await expect(window.getByRole('main').getByText('ana.md').first()).toBeVisible()
          await window.screenshot({ path: info.outputPath(`${name}.png`) })
        }
        const ground = await window.evaluate(() => getComputedStyle(document.body).backgroundColor)
        expect(ground).toBe(colorScheme === 'light' ? 'rgb(252, 252, 251)' : 'rgb(25, 26, 29)')
      })
    })
  }
}

test('the pseudo-locale leaves no English behind in the frame', async ({ window }) => {
  await window.keyboard.press('Control+,')
  await window.getByRole('button', { name: /Ƥśēũďō|seudo/ }).click()
  await expect(window.getByRole('link', { name: 'Timeline' })).toHaveCount(0)
  await expect(window.getByRole('heading', { name: 'Settings' })).toHaveCount(0)
})
