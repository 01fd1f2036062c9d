import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { makeFolderNow, writeAllNow } from '../../disk/durable-files.ts'
import { signatureLine, type Signature } from './objects.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = fs.constants
const APPEND_TO_NO_LINK = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW
/** What is read of a reflog's end: some forty moves. */
const TAIL_BYTES = 8_192
const ID = '[0-9a-f]{40}'
const LINE = new RegExp(`^(?<from>${ID}) (?<to>${ID}) [^\\t]*<(?<email>[^>\\t]*)>[^\\t]*\\t(?<why>.*)$`)

/** How a ref moved once. */
export interface RefMove {
  readonly from: ObjectId
  readonly to: ObjectId
  /** Of who moved it. */
  readonly email: string
  readonly why: string
}

/**
 * Adds a move of HEAD and its branch to their reflogs, which keep the commits that a `git reset` drops. Not synced: they
 * are a convenience, and nothing depends on them.
 */
export function appendReflog(
  gitdir: string,
  branch: string,
  { from, to, who, why }: Pick<RefMove, 'to' | 'why'> & { readonly from: ObjectId | null; readonly who: Signature },
): void {
  const line = `${from ?? '0'.repeat(40)} ${to} ${signatureLine(who)}\t${why}\n`
  for (const ref of ['HEAD', branch]) {
    const path = nodePath.join(gitdir, 'logs', ...ref.split('/'))
    makeFolderNow(gitdir, nodePath.dirname(path))
    const file = fs.openSync(path, APPEND_TO_NO_LINK, 0o644)
    try {
      writeAllNow(file, line)
    } finally {
      fs.closeSync(file)
    }
  }
}

/** The latest moves of HEAD, newest first; none when it has no reflog that can be read. */
export function latestMoves(gitdir: string): readonly RefMove[] {
  return endOf(nodePath.join(gitdir, 'logs', 'HEAD'))
    .trimEnd()
    .split('\n')
    .toReversed()
    .flatMap((line) => {
      const { from, to, email = '', why = '' } = LINE.exec(line)?.groups ?? {}
      return from === undefined || to === undefined ? [] : [{ from, to, email, why }]
    })
}

function endOf(path: string): string {
  try {
    const file = fs.openSync(path, O_RDONLY | O_NOFOLLOW)
    try {
      const bytes = Buffer.alloc(TAIL_BYTES)
      const read = fs.readSync(file, bytes, 0, TAIL_BYTES, Math.max(0, fs.fstatSync(file).size - TAIL_BYTES))
      return bytes.toString('utf8', 0, read)
    } finally {
      fs.closeSync(file)
    }
  } catch {
    // Nothing depends on it.
    return ''
  }
}
