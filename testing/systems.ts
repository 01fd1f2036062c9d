import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'

// Where the systems differ in what a test can make or see.

/** Windows keeps no modes: there every file that can be written has this one. */
const WITHOUT_MODES = 0o666

/** The mode that a file or folder of ours has on this system. */
export function modeHere(mode: number): number {
  return process.platform === 'win32' ? WITHOUT_MODES : mode
}

/** Windows has no pipes in folders. */
export const HAS_PIPES = process.platform !== 'win32'

export function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

/** Copies a folder's content; hard links stay such where the system has a program for it. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', `${from}/.`, to])
}
