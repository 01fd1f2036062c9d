import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, chromium, type Page } from 'playwright'
import { findChromium } from '../build/chromium.ts'
import { CLI } from '../testing/command-line.ts'
import { welcomed } from '../testing/welcomed.ts'

export interface ServedApp {
  readonly link: string
  readonly stop: () => Promise<void>
}

/** Starts the built app in browser mode for a user who knows it. Resolves when it has printed its link. */
export async function serveApp(env: { readonly VARIORUM_HOME: string }, cli: string = CLI): Promise<ServedApp> {
  await welcomed(env.VARIORUM_HOME)
  const app = spawn(process.execPath, [cli, 'serve', '--no-open', '--port', '0'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  while (!/token=\S+/.test(printed)) printed += String((await once(app.stdout, 'data'))[0])
  const stop = async (): Promise<void> => {
    const closed = once(app, 'close')
    app.kill('SIGTERM')
    await closed
  }
  return { link: /http:\S+/.exec(printed)?.[0] ?? '', stop }
}

export async function startBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium(process.env)
  return chromium.launch({ executablePath, args: [...args] })
}

/** A page in a context of its own, as large as a window on a laptop. */
export async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
}
