import type { Dirent } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { ConfigProblem, type Table } from '../connect/config-format.ts'
import { jsonFormat } from '../connect/json-format.ts'
import { isUnreadable } from '../disk/disk-error.ts'
import { readPlainFile, unlessMissing } from '../disk/durable-files.ts'
import { decodeUtf8 } from '../disk/utf8.ts'
import { displayPath } from '../home.ts'

// Reading what other programs and other people wrote: never more than so much, never through a link of a project's, and
// what cannot be read is noted.

/** The settings of Claude Code hold the newest messages of each project, too. */
const MAX_SETTINGS_BYTES = 32 * 1024 * 1024
const MAX_NAMES = 5_000

const JSON_AS_WRITTEN = jsonFormat({ comments: false, trailingCommas: false })

/** Keeps what could not be looked at. */
export type Note = (message: Message) => void

/**
 * What a file of settings says; null if it is not there, or says nothing that can be read.
 * @param isOwn a file in the account's own folders may be a link; one in a project came with it, and may not
 */
export async function readSettings(file: string, isOwn: boolean, note: Note): Promise<Table | null> {
  try {
    const real = isOwn ? await unlessMissing(fs.realpath(file)) : await withoutLinks(file)
    if (real === null || (await unlessMissing(fs.lstat(real))) === null) return null
    const bytes = await readPlainFile(real, MAX_SETTINGS_BYTES)
    const text = bytes === null ? null : decodeUtf8(bytes)
    if (text === null) throw new ConfigProblem('syntax')
    return JSON_AS_WRITTEN.value(text)
  } catch (error) {
    // More brackets in each other than the stack is deep.
    if (error instanceof ConfigProblem || error instanceof RangeError)
      note(say('agent-settings-skipped', { file: displayPath(file) }))
    else if (isUnreadable(error)) note(say('agent-settings-unreadable', { file: displayPath(file) }))
    else throw error
    return null
  }
}

/** The file, unless its folder is a link or none. */
async function withoutLinks(file: string): Promise<string | null> {
  const folder = await unlessMissing(fs.lstat(nodePath.dirname(file)))
  return folder?.isDirectory() === true ? file : null
}

/** The entries of a folder, sorted by name; none if the folder does not exist. */
export async function entriesIn(folder: string, note: Note): Promise<readonly Dirent[]> {
  const found: Dirent[] = []
  try {
    const entries = await unlessMissing(fs.opendir(folder))
    for await (const entry of entries ?? []) {
      if (found.length === MAX_NAMES) {
        note(say('agent-folders-many', { folder: displayPath(folder) }))
        break
      }
      found.push(entry)
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    note(say('agent-folders-unreadable', { folder: displayPath(folder) }))
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
