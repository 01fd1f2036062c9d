import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { openCore } from '../core.ts'
import { variorumHome } from '../home.ts'
import { openBrowserDoor } from './server.ts'
import { Sessions } from './sessions.ts'

export interface ServeOptions {
  readonly dir: string | undefined
  /** See StoreOptions.trust. */
  readonly trust: boolean
  readonly port: number | undefined
  /** Opens the link in the system's browser. */
  readonly open: boolean
  /** The folder of the built page. */
  readonly page: string
}

/** Cookies belong to the host, whatever its port; a constant port keeps bookmarks and zoom settings. */
const DEFAULT_PORT = 7433

/** Browser mode: serves until a signal ends the process, and prints a new link whenever Enter is pressed. */
export async function serveBrowser({ dir, trust, port = DEFAULT_PORT, open, page }: ServeOptions): Promise<void> {
  const core = openCore({ mode: 'browser', env: process.env, dir, trust })
  const sessions = new Sessions(variorumHome(process.env))
  const door = await openBrowserDoor({ core, sessions, page, port })
  try {
    const link = door.newLink()
    process.stdout.write(
      `Variorum is at ${link}\nThe link lets one browser in, once. Press Enter for a new one, Ctrl-C to end.\n`,
    )
    await core
    if (open) openInBrowser(link)
    const terminal = createInterface({ input: process.stdin })
    terminal.on('line', () => process.stdout.write(`Variorum is at ${door.newLink()}\n`))
    await signalled()
    terminal.close()
  } finally {
    await door.close()
    await (await core).close()
  }
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/** Passes the link as an argument, never through a shell. Without a browser, the printed link remains. */
function openInBrowser(link: string): void {
  const [command, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer.exe'] : ['xdg-open']
  if (command === undefined || (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY))
    return
  const child = spawn(command, [...before, link], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
