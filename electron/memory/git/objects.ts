import { Buffer, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { ObjectId } from '../../../shared/change.ts'
import { isTreeName } from './names.ts'

// Encodes and decodes git's objects. Pure. Source: git's Documentation/gitformat-pack and git-cat-file.

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

export interface GitObject {
  readonly type: ObjectType
  readonly bytes: Buffer
}

/** An entry of a git tree. Gitlinks and other modes that we do not write are preserved. */
export interface TreeEntry {
  readonly name: string
  readonly mode: string
  readonly id: ObjectId
}

export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970. */
  readonly timestamp: number
  /** Minutes to add to local time to get UTC, as in Date.getTimezoneOffset. */
  readonly timezoneOffset: number
}

export interface RawCommit {
  readonly id: ObjectId
  readonly tree: ObjectId
  readonly parents: readonly ObjectId[]
  readonly author: Signature
  /** When it was committed, where that is another time than its author's. */
  readonly committer?: Signature | undefined
  readonly message: string
}

export const DIRECTORY = '40000'

/** Thrown when bytes are not the kind of object that they should be. */
export class MalformedObject extends Error {}

/** Thrown for a tree with a name that leads out of it, or into `.git`. */
export class ForbiddenName extends MalformedObject {}

/** The id git gives to an object. */
export function objectId(type: ObjectType, bytes: Uint8Array): ObjectId {
  return createHash('sha1').update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

/**
 * Decodes a name. Bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF), which no valid text has, so that
 * `encodeName` restores the same bytes.
 */
function decodeName(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return [...bytes].map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('')
}

function encodeName(name: string): Buffer {
  return name.isWellFormed()
    ? Buffer.from(name, 'utf8')
    : Buffer.from([...name].map((unit) => unit.charCodeAt(0) & 0xff))
}

/** Throws ForbiddenName for a name that git would never check out, such as `..`. */
export function parseTree(bytes: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let next = treeEntryAt(bytes, 0); next !== null; next = treeEntryAt(bytes, next.end)) entries.push(next.entry)
  return entries
}

/** The entry of a tree at an offset; null at the end. Throws as `parseTree` does. */
export function treeEntryAt(bytes: Buffer, at: number): { readonly entry: TreeEntry; readonly end: number } | null {
  if (at >= bytes.length) return null
  const [space, nul] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)]
  const end = nul + 21
  if (space < 0 || nul < space || end > bytes.length) throw new MalformedObject('tree')
  const name = decodeName(bytes.subarray(space + 1, nul))
  if (!isTreeName(name)) throw new ForbiddenName()
  const mode = bytes.toString('latin1', at, space)
  const id = bytes.toString('hex', nul + 1, end)
  return { entry: { name, mode: canonicalMode(mode), id }, end }
}

/** Other programs, and git in its early days, wrote more modes of files than the two. Source: git's canon_mode. */
function canonicalMode(mode: string): string {
  if (mode === '100644' || mode === DIRECTORY) return mode
  const digits = mode.replace(/^0+/, '')
  if (!/^100[0-7]{3}$/.test(digits)) return digits
  return (Number.parseInt(digits, 8) & 0o100) === 0 ? '100644' : '100755'
}

export function encodeEntry({ mode, name, id }: TreeEntry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} `), encodeName(name), Buffer.from([0]), Buffer.from(id, 'hex')])
}

/** Encodes a whole directory, in the given order. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  // A UTF-16 code unit of a name takes at most three bytes.
  const bytes = Buffer.alloc(entries.reduce((sum, { mode, name }) => sum + mode.length + name.length * 3 + 22, 0))
  let at = 0
  for (const { mode, name, id } of entries) {
    at += bytes.write(`${mode} `, at, 'latin1')
    at += name.isWellFormed() ? bytes.write(name, at) : encodeName(name).copy(bytes, at)
    at += 1 + bytes.write(id, at + 1, 'hex')
  }
  return bytes.subarray(0, at)
}

const FIRST_SURROGATE = 0xd800
const SLASH = 0x2f

/** Compares bytewise, a directory's name as if it ended in a slash. Source: git's base_name_compare. */
export function inGitOrder(a: Omit<TreeEntry, 'id'>, b: Omit<TreeEntry, 'id'>): number {
  const shorter = Math.min(a.name.length, b.name.length)
  let same = 0
  while (same < shorter && a.name.charCodeAt(same) === b.name.charCodeAt(same)) same += 1
  const [unitA, unitB] = [codeUnitAt(a, same), codeUnitAt(b, same)]
  // Below the surrogates, code units sort as their UTF-8 bytes do.
  return unitA < FIRST_SURROGATE && unitB < FIRST_SURROGATE
    ? unitA - unitB
    : Buffer.compare(sortedName(a), sortedName(b))
}

function sortedName({ mode, name }: Omit<TreeEntry, 'id'>): Buffer {
  return encodeName(mode === DIRECTORY ? `${name}/` : name)
}

function codeUnitAt({ mode, name }: Omit<TreeEntry, 'id'>, at: number): number {
  return at < name.length ? name.charCodeAt(at) : mode === DIRECTORY ? SLASH : 0
}

/** A merge of a hundred branches, signed, is a tenth of it. */
const MAX_COMMIT_HEADER_LENGTH = 64_000

/** Parses a commit; lines that we do not write (a signature) are skipped. Source: git's commit.c and ident.c. */
export function parseCommit(id: ObjectId, bytes: Buffer): RawCommit {
  const end = bytes.indexOf('\n\n')
  const headerLength = end < 0 ? bytes.length : end
  if (headerLength > MAX_COMMIT_HEADER_LENGTH) throw new MalformedObject('commit')
  const lines = bytes.toString('latin1', 0, headerLength).split('\n')
  const values = (name: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const [[tree], [author = '']] = [values('tree'), values('author')]
  const [committer = author] = values('committer')
  const [encoding] = values('encoding')
  if (tree === undefined) throw new MalformedObject('commit')
  const decode = decoderOf(encoding)
  const message = end < 0 ? '' : decode(bytes.subarray(end + 2))
  const person = (line: string): Signature => parseAuthor(decode(Buffer.from(line, 'latin1')))
  const isOther = committer !== author
  return {
    id,
    tree,
    parents: values('parent'),
    author: person(author),
    ...(isOther && { committer: person(committer) }),
    message,
  }
}

/** A name, an address and a time; a line that has more of them is read as git reads it. */
function parseAuthor(line: string): RawCommit['author'] {
  const [open, last] = [line.indexOf('<'), line.lastIndexOf('>')]
  const close = open < 0 ? -1 : line.indexOf('>', open)
  const isWhole = close >= 0
  const [, timestamp = '0', zone = '+0000'] = (isWhole && /^ *(-?\d+)? *([+-]\d{4})?/.exec(line.slice(last + 1))) || []
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))
  return {
    name: isWhole ? line.slice(0, open).replace(/ $/, '') : '',
    email: isWhole ? line.slice(open + 1, close) : '',
    timestamp: Number(timestamp),
    timezoneOffset: zone.startsWith('-') ? minutes : -minutes || 0,
  }
}

/** Reads text as the commit says it is encoded (i18n.commitEncoding); as UTF-8 where the encoding is unknown. */
function decoderOf(encoding = 'UTF-8'): (bytes: Buffer) => string {
  const asUtf8 = (bytes: Buffer): string => bytes.toString('utf8')
  if (/^utf-?8$/i.test(encoding)) return asUtf8
  try {
    const decoder = new TextDecoder(encoding)
    // Git writes the header all the same, but never such text: it has no bytes of zero.
    return decoder.encoding.startsWith('utf-16') ? asUtf8 : (bytes) => decoder.decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return asUtf8
    throw error
  }
}

export function encodeCommit({ tree, parents, author, committer = author, message }: Omit<RawCommit, 'id'>): Buffer {
  return Buffer.from(
    [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${signatureLine(author)}`,
      `committer ${signatureLine(committer)}`,
      '',
      message,
    ].join('\n'),
  )
}

/** "Agent <agent@variorum.invalid> 1763000000 +0100", the form used in commits and reflogs. */
export function signatureLine({ name, email, timestamp, timezoneOffset }: Signature): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.abs(timezoneOffset)
  return `${name} <${email}> ${timestamp} ${timezoneOffset > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

const SIGNATURE_HEADER = 'gpgsig'

/** A commit with a signature of its bytes. Source: git's Documentation/gitformat-signature. */
export function withSignature(commit: Buffer, armoured: string): Buffer {
  const end = commit.indexOf('\n\n')
  const header = Buffer.from(`\n${SIGNATURE_HEADER} ${armoured.trimEnd().split('\n').join('\n ')}`)
  return Buffer.concat([commit.subarray(0, end), header, commit.subarray(end)])
}

/** What was signed of a commit, and the signature; null for one without. */
export function signedCommit(commit: Buffer): { readonly payload: Buffer; readonly signature: string } | null {
  const end = commit.indexOf('\n\n')
  const header = commit.toString('latin1', 0, end < 0 ? commit.length : end)
  const found = new RegExp(`\n${SIGNATURE_HEADER} ([^\n]*(?:\n [^\n]*)*)`).exec(header)
  if (found === null || header.length > MAX_COMMIT_HEADER_LENGTH) return null
  const [whole, signature = ''] = found
  const payload = Buffer.concat([commit.subarray(0, found.index), commit.subarray(found.index + whole.length)])
  return { payload, signature: signature.replaceAll('\n ', '\n') }
}
