import type { Page } from '@playwright/test'
import { expect, say, test } from './app.ts'
import { violations } from './axe.ts'
import { Stage, visit } from './states.ts'

// In one theme: that text can be read in the other, too, is tested of the tokens (build/contrast.test.ts).
test('axe finds no violation in any view, dialog and menu; none is wider than 390 px @browser', async ({
  app,
  page,
}) => {
  test.setTimeout(400_000)
  await page.emulateMedia({ colorScheme: 'dark' })
  const stage = await Stage.open(app, page)
  const found: string[] = []
  await visit(stage, async (name) => {
    const wrong = [...(await violations(page)), ...(await tooWide(page))]
    found.push(...wrong.map((what) => `${name}: ${what}`))
  })
  await stage.close()
  expect(found).toEqual([])
})

/**
 * What makes the page, or a pane of it that scrolls down, scroll sideways on the narrowest screen. What only scrolls
 * sideways is meant to, such as a code block, and so is the box of a table.
 */
async function tooWide(page: Page): Promise<readonly string[]> {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = await page.evaluate(() => {
    const right = (element: Element): number => element.getBoundingClientRect().right
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'
    const isWide = (element: Element): boolean => element.scrollWidth > element.clientWidth
    const isPane = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element)
      if (!scrolls(overflowX) || !scrolls(overflowY) || element.querySelector(':scope > table') !== null) return false
      return element.matches('.scroll') || element.scrollHeight > element.clientHeight
    }
    const tags = (element: Element | undefined): string => element?.outerHTML.slice(0, 200) ?? ''
    const wide = [...document.body.querySelectorAll('*')].filter((element) => isWide(element) && isPane(element))
    return [...(isWide(document.documentElement) ? [document.documentElement] : []), ...wide].map((pane) => {
      const [widest] = [...pane.querySelectorAll('*')].toSorted((one, other) => right(other) - right(one))
      return `${tags(pane).slice(0, 80)} scrolls sideways: ${tags(widest)}`
    })
  })
  if (usual !== null) await page.setViewportSize(usual)
  return wide
}

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('what is chosen, switched or filled is still to be seen', async ({ window }) => {
    await say(window, 'Remember that Ana lives in Porto')
    await window.getByRole('button', { name: 'More actions for this conversation' }).click()
    await window.keyboard.press('ArrowDown')
    await expect(window.getByRole('menuitem', { name: 'Rename' })).toHaveCSS('outline-style', 'solid')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^ana\.md/ }).click()
    // The panel beside it names the line, too.
    const line = window.getByRole('document').getByText('Lives in Porto', { exact: true }).first()
    await line.click()
    await expect(line).toHaveCSS('outline-style', 'solid')
    await window.keyboard.press('Control+3')
    const row = window.getByRole('treeitem').first()
    await row.click()
    for (const chosen of [row, window.getByRole('link', { name: /^Timeline/ })])
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
