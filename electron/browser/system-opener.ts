import { spawn } from 'node:child_process'
import * as nodePath from 'node:path'
import type { Opener } from '../open-outside.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The program that opens whatever it is given in the user's own programs; `null` where there is none. */
export function systemProgram(env: Env, platform = process.platform): string | null {
  if (platform === 'darwin') return 'open'
  if (platform === 'win32') return 'explorer.exe'
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : null
}

/** The system's programs for the page in a browser, which runs on the same computer. */
export function systemOpener(env: Env, platform = process.platform): Opener | undefined {
  const program = systemProgram(env, platform)
  if (program === null) return undefined
  return {
    open: (file) => start(program, [file]),
    show: (path) => start(program, showing(path, platform)),
  }
}

/** Only Linux has no common way to select something in its folder: the folder is opened. */
function showing(path: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['-R', path]
  return platform === 'win32' ? [`/select,${path}`] : [nodePath.dirname(path)]
}

/** Resolves once it has started: a program may stay as long as the user works with it. */
function start(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true })
    child.once('error', reject)
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}
