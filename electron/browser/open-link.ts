import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import type { BrowserDoor } from './server.ts'

/**
 * Opens a new link in the system's browser; without one, the printed link remains. Other accounts can read the
 * arguments of every program, so the browser is given a file that only this account can read, and that leads to the
 * link. It is removed when the link was used or is no longer valid.
 */
export function openLink(door: BrowserDoor, home: string): void {
  const opener = systemOpener()
  if (opener === null) return
  // One name per port, of which no other process can serve: what a killed process left is replaced.
  const file = nodePath.join(home, `open-${door.port}.html`)
  const link = door.newLink(() => rmSync(file, { force: true }))
  rmSync(file, { force: true })
  writeFileSync(file, pageLeadingTo(link), { mode: 0o600, flag: 'wx' })
  const child = spawn(opener, [file], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

function systemOpener(): string | null {
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'win32') return 'explorer.exe'
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : null
}

function pageLeadingTo(link: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Variorum</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${link}">
<p><a href="${link}">Open Variorum</a></p>
`
}
