import * as fs from 'node:fs/promises'
import { english } from '../../shared/messages/english.ts'
import type { KnownStore } from '../../shared/stores.ts'
import type { Core } from '../core.ts'
import { openKeeping } from '../keeping.ts'
import { agentFoldersHere } from '../other-agents.ts'
import { print } from './output.ts'
import { callersFolder, folderOf, type Place, printable, withCore } from './place.ts'

export interface KeepOptions {
  readonly on?: boolean
  readonly off?: boolean
}

/** Keeps the history of the stores that are to be kept, until a signal ends it; or says of one whether it is. */
export async function keep(place: Place, { on = false, off = false }: KeepOptions): Promise<void> {
  if (on || off) return setKept(place, on)
  const keeping = await openKeeping({ env: process.env })
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  try {
    let told = ''
    const tell = async (): Promise<void> => {
      const now = (await keeping.kept()).map(line).join('')
      const isNews = now !== told
      told = now
      if (isNews) await print(now)
    }
    if ((await keeping.kept()).length === 0)
      await print('No store is to be kept. Add one: variorum --store FOLDER keep --on\n')
    keeping.onChange(() => void tell())
    await tell()
    await ended
  } finally {
    await keeping.close()
  }
}

/** A folder that is no store yet becomes one, on the list. */
async function setKept(place: Place, isKept: boolean): Promise<void> {
  const folder = await fs.realpath(folderOf(place) ?? callersFolder()).catch(() => null)
  // It may be the memory of a program, whose name its commits then have from the first on.
  const found = (await agentFoldersHere(process.env)).folders.find((each) => each.folder === folder)
  const keep = async (core: Core): Promise<void> => {
    await core.agentFolders()
    const key = await core.addStore(folderOf(place) ?? callersFolder(), { hidden: place.hidden === true })
    await core.kept.set(key, isKept)
  }
  await withCore(place, keep, { program: found?.programName })
}

const line = ({ name, folder, keepingProblem }: KnownStore): string =>
  printable(`${name}  ${folder}  ${keepingProblem === null ? 'kept' : english(keepingProblem)}\n`)
