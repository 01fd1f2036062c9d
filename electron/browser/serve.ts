import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { openCore } from '../core.ts'
import { variorumHome } from '../home.ts'
import { openBrowserDoor } from './server.ts'
import { Sessions } from './sessions.ts'

export interface ServeOptions {
  readonly dir: string | undefined
  readonly port: number | undefined
  /** Open the system's browser at the link. */
  readonly open: boolean
  /** The folder of the built page. */
  readonly page: string
}

/** Cookies are the host's, whatever its port; the same port each time keeps bookmarks and zoom settings. */
const USUAL_PORT = 7433

/** Browser mode: serves until the process is told to end, and prints a new link whenever Enter is pressed. */
export async function serveBrowser({ dir, port = USUAL_PORT, open, page }: ServeOptions): Promise<void> {
  const core = openCore({ mode: 'browser', env: process.env, dir })
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
    await ended()
    terminal.close()
  } finally {
    await door.close()
    await (await core).close()
  }
}

function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/** The link is an argument of its own, never part of a shell's line. A computer without a browser keeps the printed link. */
function openInBrowser(link: string): void {
  const [command, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer.exe'] : ['xdg-open']
  if (command === undefined || (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY))
    return
  const child = spawn(command, [...before, link], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
