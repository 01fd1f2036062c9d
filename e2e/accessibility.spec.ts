import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { create, expect, say, test } from './app.ts'

/** What axe finds on the page as it is: the rules of WCAG 2.2 AA, good practice, and names that begin as they are shown. */
async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1100, height: 720 } })

    test('axe finds no violation in any view, dialog and menu', async ({ app, window }) => {
      test.setTimeout(60_000)
      const found: string[] = []
      const look = async (what: string): Promise<void> =>
        void found.push(...(await violations(window)).map((line) => `${what}: ${line}`))
      await look('first start')
      await app.exec(create('people/ana.md', '# Ana\n\n- Likes tea\n- [a link](b.md)\n'), create('b.md', 'One\nTwo\n'))
      await say(window, 'Remember that Ana lives in Porto')
      await look('chat')
      await window.keyboard.press('Control+2')
      await window.getByRole('treeitem', { name: /^ana\.md/ }).click()
      await expect(window.getByRole('document', { name: 'people/ana.md' })).toBeVisible()
      await look('memory')
      await window.getByRole('document', { name: 'people/ana.md' }).getByText('Likes tea').click()
      await expect(window.getByRole('region', { name: /^Versions of line/ })).toBeVisible()
      await look('versions of a line')
      await window.keyboard.press('Escape')
      await window.keyboard.press('e')
      await expect(window.getByRole('textbox', { name: /^Text of/ })).toBeVisible()
      await look('editor')
      await window.keyboard.press('Control+3')
      await window.getByRole('treeitem').nth(1).click()
      await look('timeline')
      for (const [key, what] of [
        ['4', 'review'],
        ['5', 'policies'],
        ['6', 'jobs'],
        [',', 'settings'],
      ] as const) {
        await window.keyboard.press(`Control+${key}`)
        await expect(window.getByRole('main').first()).toBeVisible()
        await look(what)
      }
      await window.keyboard.press('?')
      await expect(window.getByRole('dialog')).toBeVisible()
      await look('keyboard shortcuts')
      expect(found).toEqual([])
    })
  })

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('what is chosen, switched or filled is still to be seen', async ({ window }) => {
    await say(window, 'Remember that Ana lives in Porto')
    await window.keyboard.press('Control+3')
    const row = window.getByRole('treeitem').first()
    await row.click()
    for (const chosen of [
      row,
      window.getByRole('link', { name: /^Timeline/ }),
      window.getByRole('button', { name: 'Rendered' }),
    ])
      await expect(chosen).toHaveCSS('outline-style', 'solid')
    await window.keyboard.press('Control+5')
    const toggle = window.getByRole('switch').first()
    await expect(toggle).toHaveCSS('border-top-style', 'solid')
    const color = (): Promise<string> => toggle.evaluate((element) => getComputedStyle(element).backgroundColor)
    const off = await color()
    await toggle.click()
    await expect.poll(color).not.toBe(off)
    await expect(window.getByRole('meter').first()).toHaveCSS('border-top-style', 'solid')
  })
})
