import { Buffer } from 'node:buffer'
import { hidesSomething } from '../../shared/invisible.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { nameOf } from '../disk/relative-path.ts'

// Which paths a store allows. Pure: the disk is not read here (safe-directory.ts resolves links and checks the result
// again). Source: the memory tool's specification, section "Paths", and git's own list of names that no tree may have.

export const MAX_NAME_BYTES = 255
export const MAX_SEGMENTS = 64

/** Names that belong to git or Variorum, not allowed at any depth or in any spelling. */
const RESERVED = new Set(['.git', '.variorum', '.gitignore', '.gitattributes', '.gitmodules'])
/** Of a history that is being removed: if that is cut short, a part of it stays under such a name. */
export const REMOVED_HISTORY = '.git-removed-'
/** Those that a history may have all the same: git's users commit them. */
const TRACKED_RESERVED_NAMES = new Set(['.gitignore', '.gitattributes', '.variorum'])
/** The short names that NTFS gives to the reserved ones (`git~1`, `gitmod~1`, `gi7eba~1`, `gi7e~100`). */
const NTFS_SHORT_NAME =
  /^(?:git|gitmod|gitign|gitatt|gi[0-9a-f]{0,4}|variorum|variou|vari[0-9a-f]{4}|va[0-9a-f]{4})~[0-9]+$/
const WINDOWS_DEVICE =
  /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Characters without a glyph. HFS+ drops many of them, so `.g\u200cit` is `.git` there. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\u2800]/gu
const DOT_OR_SLASH_LOOKALIKE =
  /[\u2024\u2025\u2026\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe52\ufe68\uff0e\uff0f\uff3c\u3002\uff61]/u
const PERCENT_ENCODED = /%(?:25)*(?:2e|2f|5c|00|c0|c1|e0%80|ef%bc%8[ef])/i
const FORBIDDEN_ON_WINDOWS = /[:*?<>|"]/

/** Names that cannot be a spelling of a reserved name. */
const PLAIN = /^[a-z0-9_][a-z0-9_. -]*$/i

/** Whether git or Variorum reserves this file name, in any spelling that some file system treats as the same. */
export function isReservedName(name: string): boolean {
  return (
    name.startsWith(REMOVED_HISTORY) ||
    (!PLAIN.test(name) && spellings(name).some((spelling) => RESERVED.has(spelling) || NTFS_SHORT_NAME.test(spelling)))
  )
}

function spellings(name: string): readonly string[] {
  const plain = foldName(name)
  return [plain, foldName(decodePercent(name)), ...plain.split('\\')]
}

/** Folds a name as lenient file systems do, dropping case, marks, invisible characters, streams, and trailing dots. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
}

function decodePercent(text: string): string {
  let decoded = text
  for (let round = 0; round < 4 && /%[0-9a-f]{2}/i.test(decoded); round += 1) {
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return decoded
}

/** Why no file in a store can have this name, as the end of a sentence; `null` when one can. */
function whyNameIsImpossible(name: string): Message | null {
  if (name === '') return say('path-empty-part')
  if (/^\.+$/.test(name.replace(INVISIBLE, ''))) return say('path-dots')
  if (!name.isWellFormed()) return say('path-half-character')
  if (isReservedName(name)) return say('path-kept-for-git')
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return say('path-part-long', { most: MAX_NAME_BYTES })
  return null
}

/** Why no new file in a store gets this name, as the end of a sentence; `null` when it may. */
export function whyNameIsRefused(name: string): Message | null {
  return whyNameIsImpossible(name) ?? whyNameIsOdd(name)
}

/** Other programs make files with such names, and they can be used like any. */
function whyNameIsOdd(name: string): Message | null {
  if (CONTROL.test(name)) return say('path-control-character')
  if (BIDI.test(name)) return say('path-direction')
  if (name.includes('\\')) return say('path-backslash')
  if (hidesSomething(name)) return say('path-invisible')
  if (DOT_OR_SLASH_LOOKALIKE.test(name)) return say('path-lookalike')
  if (PERCENT_ENCODED.test(name)) return say('path-encoded')
  if (FORBIDDEN_ON_WINDOWS.test(name)) return say('path-reserved-character')
  if (/^\s|\s$/u.test(name)) return say('path-space')
  if (name.endsWith('.')) return say('path-ends-with-dot')
  if (name.startsWith('~') || name.startsWith('$')) return say('path-tilde')
  if (WINDOWS_DEVICE.test((name.split('.')[0] ?? '').trimEnd().toLowerCase())) return say('path-windows')
  return null
}

/**
 * Why no new file gets a store path ("travel/lisbon.md"); `null` when one may.
 * @param isThere whether a folder or file has a path already: that one keeps its name
 */
export function whyPathIsRefused(path: string, isThere: (path: string) => boolean = () => false): Message | null {
  const segments = path.split('/')
  if (segments.length > MAX_SEGMENTS) return say('path-deep', { most: MAX_SEGMENTS })
  for (const [depth, segment] of segments.entries()) {
    const why = whyNameIsRefused(segment)
    if (why !== null && !isThere(segments.slice(0, depth + 1).join('/'))) return why
  }
  return null
}

/**
 * Why a path must never get into a tree: git would refuse it, or `git fsck --strict` always complain; null if it may.
 */
export function ignoreReason(path: string): Message | null {
  if (path.includes('\ufffd') || !path.isWellFormed()) return say('name-not-utf8')
  const names = path.split('/')
  if (names.some((name) => ['', '.', '..'].includes(name))) return say('name-impossible')
  if (nameOf(path) === '.gitmodules') return say('no-submodules')
  if (names.some((name) => isReservedName(name) && !TRACKED_RESERVED_NAMES.has(name))) return say('name-of-git')
  return names.slice(0, -1).some((name) => name !== '.variorum' && TRACKED_RESERVED_NAMES.has(name))
    ? say('name-of-git')
    : null
}

export type ParsedPath =
  | { readonly kind: 'path'; readonly path: string }
  /** `existing`: no new file gets such a path, but another program may have made one. */
  | { readonly kind: 'refused'; readonly reason: Message; readonly existing?: string }

const ROOT = '/memories'

/**
 * Converts a path from the memory tool's form to the store's: `/memories/a/b` is `a/b`, `/memories` (or `/memories/`)
 * is ''.
 * @param trailingSlash whether the root may end with a slash (only `view` allows it)
 */
export function parseToolPath(input: unknown, { trailingSlash = false } = {}): ParsedPath {
  const refused = (why: Message) => ({
    kind: 'refused' as const,
    reason: say('path-refused', { why, root: ROOT }),
  })
  if (typeof input !== 'string') return refused(say('path-not-text'))
  if (input === ROOT || (trailingSlash && input === `${ROOT}/`)) return { kind: 'path', path: '' }
  if (!input.startsWith(`${ROOT}/`)) return refused(say('path-begins-elsewhere', { root: ROOT }))
  const path = input.slice(ROOT.length + 1)
  const why = whyPathIsRefused(path)
  if (why === null) return { kind: 'path', path }
  const isPossible = path.split('/').every((name) => whyNameIsImpossible(name) === null)
  return isPossible ? { ...refused(why), existing: path } : refused(why)
}

/** Converts a path from the store's form to the memory tool's. */
export function toolPath(path: string): string {
  return path === '' ? ROOT : `${ROOT}/${path}`
}
