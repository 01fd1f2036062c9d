import type { Page } from '@playwright/test'

/** How long some work kept the page's own thread busy, in ms of its processor: what else runs on the machine does not count. */
export async function processorMsOf(window: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await window.context().newCDPSession(window)
  const busy = async (): Promise<number> => {
    // Whatever the work has begun is done first.
    await window.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value
    if (seconds === undefined) throw new Error('The browser does not tell how busy its thread was.')
    return seconds * 1_000
  }
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const from = await busy()
  await work()
  const ms = (await busy()) - from
  await session.detach()
  return ms
}
