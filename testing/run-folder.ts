import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'

/** Names the folder of this run in the environment. */
export const RUN_FOLDER = 'VARIORUM_TEST_FOLDER'

/**
 * Set up once for a run of the tests: one folder for all of theirs, removed at the end. If each test removed its own,
 * Linux would spend a tenth of the run skipping the inodes of recently deleted files.
 */
export default function makeRunFolder(): () => void {
  if (process.env[RUN_FOLDER] !== undefined) return () => undefined
  const folder = mkdtempSync(nodePath.join(tmpdir(), 'variorum-tests-'))
  process.env[RUN_FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
