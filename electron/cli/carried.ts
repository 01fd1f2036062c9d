import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { hasCode, writeNewFile } from '../disk/durable-files.ts'
import { printLine } from './output.ts'
import { callersFolder, type Place, withCore } from './place.ts'

/** The largest file that is read, in bytes. */
const MAX_FILE = 256_000_000

const WHY = {
  known: 'already here, or refused here',
  otherVersion:
    'about versions that this memory does not have; fetch the commits of the other computer, then try again',
  tooMany: 'too much waits here already; decide about some of it, then try again',
} as const

/** Writes what waits to a new file, for another computer. */
export async function carryTo(place: Place, target: string): Promise<void> {
  const path = nodePath.resolve(callersFolder(), target)
  await withCore(place, async (core) => {
    const text = await core.review.carried()
    if (text === null) return printLine('nothing waits; no file was written')
    try {
      await writeNewFile(path, text)
    } catch (error) {
      if (hasCode(error, 'EEXIST'))
        throw refused(`There is something at ${target} already. Nothing was written. Choose another name.`)
      if (hasCode(error, 'ENOENT', 'ENOTDIR'))
        throw refused(`The folder of ${target} doesn’t exist. Nothing was written. Make it, or choose another one.`)
      // What was cut short would be refused where it is read.
      await fs.rm(path, { force: true })
      throw error
    }
    await printLine(`written: ${target}`)
  })
}

/** Lets what such a file holds wait here, too. */
export async function carryFrom(place: Place, source: string): Promise<void> {
  const text = await contentOf(source)
  await withCore(place, async (core) => {
    const { added, left } = await core.review.takeIn(text)
    await printLine(`added: ${added}`)
    if (left.known > 0) await printLine(`left out: ${left.known} (${WHY.known})`)
    if (left.otherVersion > 0) await printLine(`left out: ${left.otherVersion} (${WHY.otherVersion})`)
    if (left.tooMany > 0) await printLine(`left out: ${left.tooMany} (${WHY.tooMany})`)
    if (left.otherVersion + left.tooMany > 0) process.exitCode = 2
  })
}

async function contentOf(source: string): Promise<string> {
  try {
    const file = await fs.open(nodePath.resolve(callersFolder(), source))
    try {
      const stat = await file.stat()
      if (stat.isFile() && stat.size <= MAX_FILE) return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch {
    // As for what is no file.
  }
  throw refused(`The file ${source} can’t be read. Nothing was added. Check its name.`)
}

const refused = (why: string): AppError => new AppError('bad-request', verbatim(why))
