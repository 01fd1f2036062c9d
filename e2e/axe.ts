import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules of WCAG 2.2 AA, good practice, names that begin as they are shown, and targets of 24 px. */
const ALL: axe.RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
}
/** What changes with the colours. */
const COLOURS: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * What axe finds on the page as it is, in both themes. A part that was looked at before, and stands in the same place
 * with the same markup, is left out: what a menu is opened over is looked at once. The page stays in the theme that
 * was checked last, since changing the theme redraws all of it.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  const { isReady, isDark } = await page.evaluate(() => ({
    isReady: 'axe' in window,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  }))
  if (!isReady) await page.evaluate(axe.source)
  const usual = { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions
  const colours = await page.evaluate(look, { run: { ...COLOURS, ...usual }, isLast: false })
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  return [...colours, ...(await page.evaluate(look, { run: { ...ALL, ...usual }, isLast: true }))]
}

interface Looking {
  readonly run: axe.RunOptions
  readonly isLast: boolean
}

/** In the page. */
async function look({ run, isLast }: Looking): Promise<readonly string[]> {
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
  const { violations } = await Reflect.get(window, 'axe').run({ include: [document.documentElement], exclude }, run)
  if (isLast) for (const key of fresh) seen.add(key)
  Reflect.set(window, 'seen', seen)
  return violations.flatMap(({ id, nodes }: axe.Result) =>
    nodes.map(({ html, any }) => [id, html.slice(0, 200), any[0]?.message ?? ''].join(': ')),
  )
}
