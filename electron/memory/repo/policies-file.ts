import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { POLICIES_PATH } from '../../../shared/policies-path.ts'
import { DurableFiles, readIfThere } from '../../disk/durable-files.ts'

/** The policies' file as it stands in the work tree, and as the user last put it in force; null where there is none. */
export interface PoliciesTexts {
  readonly current: string | null
  readonly inForce: string | null
}

function inForcePath(dir: string): string {
  return nodePath.join(dir, '.git', 'variorum', 'policies.json')
}

/** @param dir the store's folder; it need not be a store yet */
export async function readPolicies(dir: string): Promise<PoliciesTexts> {
  const [current, inForce] = await Promise.all([readIfThere(nodePath.join(dir, ...POLICIES_PATH.split('/'))), readIfThere(inForcePath(dir))])
  return { current, inForce }
}

/** What is in force lies in `.git`: no clone, pull or editor can change it. */
export async function putInForce(dir: string, text: string): Promise<void> {
  const path = inForcePath(dir)
  await fs.mkdir(nodePath.dirname(path), { recursive: true, mode: 0o700 })
  await new DurableFiles(nodePath.join(nodePath.dirname(path), 'tmp-policies')).write(path, text)
}
