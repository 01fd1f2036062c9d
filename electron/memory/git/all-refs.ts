import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { readPlainFile, unlessMissing } from '../../disk/durable-files.ts'

const MAX_TEXT_BYTES = 50_000_000

/**
 * Every ref but HEAD, as its name and the id or text it has. Files come first, as in git: `git pack-refs` removes them
 * once their ids are in `packed-refs`, so that no ref is missed, or read as it was before.
 */
export async function allRefs(gitdir: string): Promise<ReadonlyMap<string, string>> {
  const refs = new Map<string, string>()
  for (const path of await filesBelow(gitdir, 'refs')) refs.set(path, await textIn(gitdir, path))
  for (const [, id = '', name = ''] of (await textIn(gitdir, 'packed-refs')).matchAll(/^([0-9a-f]{40}) (\S+)$/gm))
    refs.set(name, refs.get(name) || id)
  return refs
}

/** The text of a file of `.git`, without white space around it; '' when there is no such plain file. */
export async function textIn(gitdir: string, path: string): Promise<string> {
  return ((await readPlainFile(nodePath.join(gitdir, path), MAX_TEXT_BYTES))?.toString('utf8') ?? '').trim()
}

/** The files below a folder of `.git`, by their paths in it. */
export async function filesBelow(gitdir: string, folder: string): Promise<readonly string[]> {
  const entries = (await unlessMissing(fs.readdir(nodePath.join(gitdir, folder), { withFileTypes: true }))) ?? []
  const found = await Promise.all(
    entries.map((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesBelow(gitdir, path) : [path]
    }),
  )
  return found.flat()
}
