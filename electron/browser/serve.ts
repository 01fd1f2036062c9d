import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import type { HistoryPlace } from '../../shared/stores.ts'
import { type Core, openCore } from '../core.ts'
import { variorumHome } from '../home.ts'
import { confirmFolder } from './confirm-folder.ts'
import { type BrowserDoor, openBrowserDoor } from './server.ts'
import { Sessions } from './sessions.ts'
import { systemOpener, systemProgram } from './system-opener.ts'
import { Terminal } from './terminal.ts'

export interface ServeOptions {
  readonly dir: string | undefined
  /** See StoreOptions.trust. */
  readonly trust: boolean
  /** See StoreOptions.hidden. */
  readonly hidden: boolean
  /** See StoreOptions.history. */
  readonly history?: HistoryPlace | undefined
  readonly port: number | undefined
  /** Opens the link in the system's browser. */
  readonly open: boolean
  /** The folder of the built page. */
  readonly page: string
  /** Serves others beside the browser. */
  readonly beside: (core: Core) => { close(): Promise<void> }
}

/** Constant, so that bookmarks, zoom settings and the browser's session outlive a restart. */
const DEFAULT_PORT = 7433

/** Browser mode: serves until a signal ends the process, and prints a new link whenever Enter is pressed. */
export async function serveBrowser({
  dir,
  trust,
  hidden,
  history,
  port = DEFAULT_PORT,
  open,
  page,
  beside,
}: ServeOptions): Promise<void> {
  const home = variorumHome(process.env)
  const print = (text: string): void => void process.stdout.write(text)
  let printLink = (): void => undefined
  const terminal = new Terminal({ input: process.stdin, print, onEnter: () => printLink() })
  const core = openCore({
    mode: 'browser',
    env: process.env,
    dir,
    trust,
    hidden,
    history,
    running: { node: process.execPath, script: process.argv[1] ?? '' },
    opener: systemOpener(process.env),
    confirmFolder: (folder, request) => confirmFolder(terminal, folder, request),
  })
  try {
    const door = await openBrowserDoor({ core, sessions: new Sessions(home), page, port })
    printLink = () => print(`Variorum is at ${door.newLink()}\n`)
    try {
      if (port !== 0 && door.port !== port)
        print(`Port ${port} is taken, perhaps by another Variorum that is running, so this one has another.\n`)
      printLink()
      print('The link signs in one browser, once, within ten minutes. Press Enter for a new one, or Ctrl-C to quit.\n')
      const others = beside(await core)
      // Before the browser's file is written, which must not outlast the process.
      const ended = signalled()
      if (open) openLink(door, home)
      await ended
      await others.close()
    } finally {
      await door.close()
    }
  } finally {
    terminal.close()
    // If it could not be opened, that is what was thrown above, or the door's failure came first.
    const opened = await core.catch(() => null)
    await opened?.close()
  }
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/**
 * Opens a new link in the system's browser; without one, the printed link remains. Other accounts can read the
 * arguments of every program, so the browser is given a file that only this account can read, and that leads to the
 * link. It is removed when the link was used or is no longer valid.
 */
function openLink(door: BrowserDoor, home: string): void {
  const program = systemProgram(process.env)
  if (program === null) return
  // One name per port, of which no other process can serve: what a killed process left is replaced.
  const file = nodePath.join(home, `open-${door.port}.html`)
  const link = door.newLink(() => rmSync(file, { force: true }))
  rmSync(file, { force: true })
  writeFileSync(file, pageLeadingTo(link), { mode: 0o600, flag: 'wx' })
  const child = spawn(program, [file], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

function pageLeadingTo(link: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Variorum</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${link}">
<p><a href="${link}">Open Variorum</a></p>
`
}
