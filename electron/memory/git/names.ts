import { Buffer } from 'node:buffer'

// Which names git accepts, as pure functions. A folder may come from anybody, so no name read from `.git` becomes a
// part of a path before one of these has accepted it.

// oxlint-disable-next-line no-control-regex
const FORBIDDEN_IN_REF = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/
const MAX_REF_LENGTH = 1_000

/** Whether git accepts this name for a ref, such as "refs/heads/main". Source: git's check_refname_format. */
export function isRefName(name: string): boolean {
  const parts = name.split('/')
  return (
    parts.length > 1 &&
    name.length <= MAX_REF_LENGTH &&
    !FORBIDDEN_IN_REF.test(name) &&
    !name.endsWith('.') &&
    parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  )
}

/** A part of a ref is a file name, and its lock's name is five bytes longer. */
const MAX_PART_BYTES = 250

/** Whether this names a branch, in full ("refs/heads/main"), that can be a file. */
export function isBranchName(name: string): boolean {
  return (
    name.startsWith('refs/heads/') &&
    isRefName(name) &&
    name.split('/').every((part) => Buffer.byteLength(part) <= MAX_PART_BYTES)
  )
}

/** Most names; they need no further look. */
const PLAIN = /^[a-z0-9_][a-z0-9_. -]*$/i
/** Characters that HFS+ ignores in a name, so that `.g\u200cit` is `.git` there. Source: git's utf8.c, next_hfs_char. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** Spellings of `.git` on NTFS. Source: git's path.c, is_ntfs_dotgit. */
const DOT_GIT_ON_NTFS = /^(?:\.git|git~1)[. ]*(?::|$)/i

/** Whether git accepts this name in a tree, on every file system. Source: git's read-cache.c, verify_path. */
export function isTreeName(name: string): boolean {
  if (PLAIN.test(name)) return true
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) return false
  return (
    name.replace(IGNORED_BY_HFS, '').toLowerCase() !== '.git' &&
    !name.split('\\').some((part) => DOT_GIT_ON_NTFS.test(part))
  )
}
