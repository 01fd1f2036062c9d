import { readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { expect, say, test } from '../app.ts'

interface Sample {
  readonly id: string
  readonly cls: string
  readonly md: string
}

const samples: readonly Sample[] = readFileSync(nodePath.join(import.meta.dirname, 'markup.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))

/** What a text may never bring into the page, wherever it is shown. */
async function findings(window: Page): Promise<readonly string[]> {
  return window.evaluate(() => {
    const found: string[] = []
    const main = document.querySelector('main')
    if ('__pwned' in globalThis) found.push('a script ran')
    if (main === null) return [...found, 'the view is gone']
    for (const element of main.querySelectorAll('script, iframe, object, embed, link, base, meta, webview, portal, style, img, video, audio, source, picture, applet, frame, svg animate, svg set, math')) found.push(`<${element.localName}>`)
    for (const element of main.querySelectorAll('*')) {
      for (const { name } of element.attributes) if (name.startsWith('on') || name === 'srcset' || name === 'ping' || name === 'formaction') found.push(`${element.localName}[${name}]`)
    }
    for (const link of main.querySelectorAll('a[href], area[href]')) {
      const href = link.getAttribute('href') ?? ''
      if (!/^(https?:|mailto:|#\/)/i.test(href)) found.push(`a link to ${href.slice(0, 60)}`)
      if (/^https?:/i.test(href) && !(link.getAttribute('rel') ?? '').includes('noopener')) found.push('a link that hands over the window')
    }
    return found
  })
}

test('hostile memory stays text', async ({ app, window }) => {
  test.setTimeout(180_000)
  await fs.mkdir(nodePath.join(app.store, 'h'), { recursive: true })
  for (const { id, md } of samples) await fs.writeFile(nodePath.join(app.store, 'h', `${id}.md`), md)
  await expect(window.getByRole('treeitem', { name: new RegExp(`^${samples.at(-1)?.id}\\.md`) })).toBeAttached()
  for (const { id, cls } of samples) {
    await window.goto(`${new URL(window.url()).origin}/#/memory/${encodeURIComponent(`h/${id}.md`)}`)
    await expect(window.getByRole('document', { name: `h/${id}.md` })).toBeVisible()
    expect(await findings(window), `${id} ${cls}`).toEqual([])
  }
})

test('hostile messages and hostile file names stay text', async ({ app, window }) => {
  test.setTimeout(180_000)
  for (const { id, cls, md } of samples.filter((_, at) => at % 4 === 0)) {
    await say(window, `Remember that ${md}`)
    expect(await findings(window), `${id} ${cls}`).toEqual([])
  }
  const names = samples.filter(({ cls, md }) => cls === 'file-name' && !md.includes('/') && Buffer.byteLength(md) < 200)
  expect(names.length).toBeGreaterThan(3)
  for (const { md } of names) await fs.writeFile(nodePath.join(app.store, md), 'x')
  await fs.writeFile(nodePath.join(app.store, '<img src=x onerror=window.__pwned=1>.md'), 'x')
  for (const view of ['2', '3', '1']) {
    await window.keyboard.press(`Control+${view}`)
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findings(window)).toEqual([])
  }
})
