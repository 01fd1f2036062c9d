import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules of WCAG 2.2 AA, good practice, names that begin as they are shown, and targets of 24 px. */
const RULES: axe.RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
}

/**
 * What axe finds on the page as it is. A part that was looked at before, and stands in the same place with the same
 * markup, is left out: what a menu is opened over is looked at once.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(look, RULES)
}

/** In the page. */
async function look(rules: axe.RunOptions): Promise<readonly string[]> {
  const SMALLEST = 100
  const kept: unknown = Reflect.get(window, 'seen')
  const seen: Set<unknown> = kept instanceof Set ? kept : new Set()
  const fresh: string[] = []
  const partsSeen = (element: Element, place: string): readonly Element[] => {
    const html = element.outerHTML
    if (html.length < SMALLEST) return []
    const key = `${place} ${html}`
    if (seen.has(key)) return [element]
    fresh.push(key)
    return [...element.children].flatMap((child) =>
      partsSeen(child, `${place} ${element.tagName}.${element.className}`),
    )
  }
  const exclude = partsSeen(document.body, '')
  const { violations } = await Reflect.get(window, 'axe').run({ include: [document.documentElement], exclude }, rules)
  for (const key of fresh) seen.add(key)
  Reflect.set(window, 'seen', seen)
  return violations.flatMap(({ id, nodes }: axe.Result) =>
    nodes.map(({ html, any }) => [id, html.slice(0, 200), any[0]?.message ?? ''].join(': ')),
  )
}
