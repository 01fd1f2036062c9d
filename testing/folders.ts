import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'

/** Makes an empty temporary folder. @returns its canonical path */
export async function newFolder(): Promise<string> {
  return fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-test-')))
}

/** Where a test's device keeps what it knows of the store in this folder: inside of it, so that both go together. */
export function deviceOf(dir: string): string {
  return `${dir}/.git/device-of-test`
}
