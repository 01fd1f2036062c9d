import { readFileSync } from 'node:fs'
import * as nodePath from 'node:path'

export interface Sample {
  readonly id: string
  readonly cls: string
  readonly md: string
}

export const samples: readonly Sample[] = readFileSync(nodePath.join(import.meta.dirname, 'markup.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))

/** The first `count` of each class. */
export function ofEachClass(count: number): readonly Sample[] {
  return [...Map.groupBy(samples, ({ cls }) => cls).values()].flatMap((some) => some.slice(0, count))
}

/** To be run in the page: what a text may never bring into it, wherever it is shown. */
export function findings(): readonly string[] {
  const found: string[] = []
  const place = document.querySelector('.win')
  if ('__pwned' in globalThis) found.push('a script ran')
  if (place === null) return [...found, 'the window is gone']
  for (const element of place.querySelectorAll(
    'script, iframe, object, embed, link, base, meta, webview, portal, style, img, video, audio, source, picture, applet, frame, svg animate, svg set, math',
  ))
    found.push(`<${element.localName}>`)
  for (const element of place.querySelectorAll('*')) {
    for (const { name } of element.attributes)
      if (name.startsWith('on') || ['srcset', 'ping', 'formaction', 'background', 'xlink:href'].includes(name))
        found.push(`${element.localName}[${name}]`)
  }
  for (const link of place.querySelectorAll('a[href], area[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (!/^(https?:|mailto:|#\/)/i.test(href)) found.push(`a link to ${href.slice(0, 60)}`)
    if (/^https?:/i.test(href) && !(link.getAttribute('rel') ?? '').includes('noopener'))
      found.push('a link that hands over the window')
  }
  return found
}
