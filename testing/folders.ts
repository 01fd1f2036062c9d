import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'

/** Makes an empty temporary folder. @returns its canonical path */
export async function newFolder(): Promise<string> {
  return fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-test-')))
}
