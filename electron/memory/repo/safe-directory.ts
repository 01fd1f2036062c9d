import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { DirectorySwapped, inFolderNow } from '../../disk/by-handle.ts'
import { hasCode, lstatIfThere } from '../../disk/durable-files.ts'
import { isReservedName } from '../paths.ts'

/** The target of a store path, with every ancestor's links resolved. `path` is canonical and inside the store. */
export type Resolved =
  | { readonly kind: 'inside'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: Message }

const LEADS_OUT = say('path-leads-out')
const LEADS_TO_RESERVED = say('path-leads-to-reserved')
const LOOPS = say('path-loops')
const TOO_LONG = say('path-too-long')
const MAX_LINKS = 40

/**
 * Resolves the links of every ancestor of `path`, and of its last part when `follow` is set, one step at a time and
 * without ever leaving the store. A link to something that does not exist yet is followed to its end, too.
 * @param root the store's folder, canonical
 */
export function resolveInside(root: string, path: string, { follow }: { readonly follow: boolean }): Resolved {
  if (path.includes('\0')) return { kind: 'refused', reason: say('path-holds-control-character') }
  const pending = path === '' ? [] : path.split('/')
  const done: string[] = []
  for (let links = 0; pending.length > 0;) {
    const name = pending.shift() ?? ''
    if (name === '' || name === '.') continue
    if (name === '..') {
      if (done.pop() === undefined) return { kind: 'refused', reason: LEADS_OUT }
      continue
    }
    done.push(name)
    if (pending.length === 0 && !follow) break
    const target = readLink(nodePath.join(root, ...done))
    if (target === 'too long') return { kind: 'refused', reason: TOO_LONG }
    if (target === null) continue
    links += 1
    if (links > MAX_LINKS) return { kind: 'refused', reason: LOOPS }
    done.pop()
    if (nodePath.isAbsolute(target.to)) {
      const inside = nodePath.relative(root, target.to)
      if (inside === '..' || inside.startsWith(`..${nodePath.sep}`) || nodePath.isAbsolute(inside))
        return { kind: 'refused', reason: LEADS_OUT }
      done.length = 0
      pending.unshift(...inside.split(nodePath.sep))
    } else {
      pending.unshift(...target.to.split(process.platform === 'win32' ? /[\\/]/ : '/'))
    }
  }
  return done.some(isReservedName)
    ? { kind: 'refused', reason: LEADS_TO_RESERVED }
    : { kind: 'inside', path: done.join('/') }
}

function readLink(path: string): { readonly to: string } | 'too long' | null {
  try {
    // Nearly always there is no link, and then this check needs no exception.
    if (lstatIfThere(path)?.isSymbolicLink() !== true) return null
    return { to: fs.readlinkSync(path) }
  } catch (error) {
    if (hasCode(error, 'ENAMETOOLONG')) return 'too long'
    // EINVAL: not a link. UNKNOWN is what Windows says for the same.
    if (hasCode(error, 'EINVAL', 'ENOENT', 'ENOTDIR', 'UNKNOWN')) return null
    throw error
  }
}

/** Whether any part of this path is a link. A missing part is not. */
export function hasLinks(root: string, path: string): boolean {
  const names = path === '' ? [] : path.split('/')
  for (let depth = 1; depth <= names.length; depth += 1) {
    if (readLink(nodePath.join(root, ...names.slice(0, depth))) !== null) return true
  }
  return false
}

/**
 * Runs an operation inside a directory of the store such that no link swapped in after the check can redirect it.
 * @param dir canonical path of the directory, relative to the root; '' is the root
 * @param operation gets the prefix for "/name"
 */
export function inDirectory<T>(root: string, dir: string, operation: (prefix: string) => T): T {
  refuseClimbing(dir)
  return inFolderNow(nodePath.join(root, ...dir.split('/')), operation)
}

/** The last wall: no caller has a path that climbs, and the system would follow it out of the store. */
export function refuseClimbing(path: string): void {
  if (path !== '' && path.split('/').some((name) => name === '' || name === '.' || name === '..'))
    throw new DirectorySwapped()
}

/**
 * Makes a directory and its missing parents, never through a link.
 * @param made collects the path of each directory as it is made, parents first
 */
export function makeDirectories(root: string, dir: string, made: string[] = []): void {
  refuseClimbing(dir)
  const names = dir === '' ? [] : dir.split('/')
  for (let depth = 0; depth < names.length; depth += 1) {
    if (lstatIfThere(nodePath.join(root, ...names.slice(0, depth + 1)))?.isDirectory() === true) continue
    inDirectory(root, names.slice(0, depth).join('/'), (prefix) => {
      try {
        fs.mkdirSync(`${prefix}/${names[depth] ?? ''}`)
        made.push(names.slice(0, depth + 1).join('/'))
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
    })
  }
}
