import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { RUN_FOLDER } from './run-folder.ts'

/** Makes an empty folder, which is removed at the end of the run. @returns its canonical path */
export async function newFolder(): Promise<string> {
  return fs.realpath(await fs.mkdtemp(nodePath.join(process.env[RUN_FOLDER] ?? tmpdir(), 'variorum-test-')))
}

/** Where a test's device keeps what it knows of the store in this folder: inside of it, so that both go together. */
export function deviceOf(dir: string): string {
  return `${dir}/.git/device-of-test`
}
