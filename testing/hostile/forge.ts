import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { constants, crc32, deflateSync } from 'node:zlib'
import { makePipe } from '../systems.ts'

// The bytes of git's formats and of ours, made by hand and therefore also wrong.

/** One place: the folder, and beside it what must not be touched. */
export interface Place {
  /** The folder that was handed over. */
  readonly dir: string
  /** A folder outside of it, with a file `profile` whose text is known. */
  readonly outside: string
}

/** Ids of objects that are forged, or nowhere. */
export const A = 'aa'.repeat(20)
export const B = 'bb'.repeat(20)

export const KNOWN_TEXT = 'a shell profile that everybody knows\n'

export const inGit = ({ dir }: Place, ...names: readonly string[]): string => nodePath.join(dir, '.git', ...names)

export function write(path: string, bytes: string | Uint8Array): void {
  fs.mkdirSync(nodePath.dirname(path), { recursive: true })
  fs.rmSync(path, { force: true, recursive: true })
  fs.writeFileSync(path, bytes)
}

export function link(target: string, path: string): void {
  fs.mkdirSync(nodePath.dirname(path), { recursive: true })
  fs.rmSync(path, { force: true, recursive: true })
  fs.symlinkSync(target, path)
}

export function pipe(path: string): void {
  fs.mkdirSync(nodePath.dirname(path), { recursive: true })
  fs.rmSync(path, { force: true, recursive: true })
  makePipe(path)
}

/** A file of this size that takes no room on the disk. */
export function sparse(path: string, size: number): void {
  write(path, '')
  fs.truncateSync(path, size)
}

export type ObjectType = 'blob' | 'tree' | 'commit'

export function idOf(type: ObjectType, bytes: Uint8Array): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
}

export function writeLoose(place: Place, id: string, deflated: Uint8Array): void {
  write(inGit(place, 'objects', id.slice(0, 2), id.slice(2)), deflated)
}

export function addObject(place: Place, type: ObjectType, bytes: Uint8Array): string {
  const id = idOf(type, bytes)
  writeLoose(place, id, deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])))
  return id
}

export const entry = (mode: string, name: string, id: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])

export function addCommit(place: Place, tree: string, parents: readonly string[] = []): string {
  const who = 'A <a@x> 1700000000 +0000'
  const lines = [`tree ${tree}`, ...parents.map((id) => `parent ${id}`), `author ${who}`, `committer ${who}`, '', 'x\n']
  return addObject(place, 'commit', Buffer.from(lines.join('\n')))
}

export const headOf = ({ dir }: Place): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: dir }).toString().trim()
export const headTreeOf = ({ dir }: Place): string =>
  execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: dir }).toString().trim()
export const moveMain = (place: Place, commit: string): void =>
  write(inGit(place, 'refs', 'heads', 'main'), `${commit}\n`)

/** The branch's commit has a tree with this entry. */
export function commitEntry(place: Place, mode: string, name: string, id?: string): void {
  const inner = id ?? addObject(place, 'blob', Buffer.from('evil\n'))
  moveMain(place, addCommit(place, addObject(place, 'tree', entry(mode, name, inner)), [headOf(place)]))
}

export interface Forged {
  readonly path?: string
  readonly mode?: string
  readonly before?: { readonly id: string; readonly mode: string } | null
  readonly isRemoval?: boolean
  readonly branch?: string
  readonly commit?: string
  readonly makeFolders?: readonly string[]
  readonly removeFolders?: readonly string[]
}

/** A journal as a killed process leaves it, by somebody who knows its format, with one command of their making. */
export function forgeJournal(place: Place, forged: Forged): void {
  const { path = 'new.md', mode = '100644', before = null, isRemoval = false, branch = 'refs/heads/main' } = forged
  const after = addObject(place, 'blob', Buffer.from('evil\n'))
  const names = path.split('/').toReversed()
  const tree = names.reduce(
    (id, name, at) => addObject(place, 'tree', entry(at === 0 ? mode : '40000', name || 'x', id)),
    after,
  )
  const parent = headOf(place)
  const header = Buffer.from(
    JSON.stringify({
      entry: {
        branch,
        parent,
        commit: forged.commit ?? addCommit(place, tree, [parent]),
        adopted: false,
        files: [{ path, before, after: isRemoval ? null : { id: after, mode } }],
        makeFolders: forged.makeFolders ?? [],
        removeFolders: forged.removeFolders ?? [],
      },
      objects: [],
    }),
  )
  const salt = Buffer.from('saltsalt')
  const body = Buffer.alloc(4 + header.length)
  body.writeUInt32BE(header.length, 0)
  header.copy(body, 4)
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(body, crc32(salt)), 4)
  write(inGit(place, 'variorum', 'journal'), Buffer.concat([salt, frame, body, Buffer.alloc(8)]))
}

/** A zlib stream that inflates to a header and then this many megabytes of zeros, and takes a thousandth of it. */
export function bomb(header: string, megabytes: number): Buffer {
  const flushed = { finishFlush: constants.Z_FULL_FLUSH }
  const start = deflateSync(Buffer.from(header), flushed)
  const zeros = deflateSync(Buffer.alloc(1_000_000), flushed).subarray(2)
  return Buffer.concat([start, ...Array.from({ length: megabytes }, () => zeros)])
}

/** A pack of raw entries, and its index. `entries` are [id, bytes after the pack's header or the entry before]. */
export function writePack(place: Place, entries: readonly (readonly [id: string, bytes: Buffer])[]): void {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1')
  header.writeUInt32BE(entries.length, 8)
  const body = Buffer.concat([header, ...entries.map(([, bytes]) => bytes)])
  const sum = createHash('sha1').update(body).digest()
  const sorted = entries
    .map(([id, bytes], at) => ({ id, offset: 12 + entries.slice(0, at).reduce((n, [, b]) => n + b.length, 0), bytes }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const fanout = Buffer.alloc(1024)
  for (let byte = 0; byte < 256; byte += 1)
    fanout.writeUInt32BE(sorted.filter(({ id }) => Number.parseInt(id.slice(0, 2), 16) <= byte).length, byte * 4)
  const u32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const index = Buffer.concat([
    Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]),
    fanout,
    ...sorted.map(({ id }) => Buffer.from(id, 'hex')),
    ...sorted.map(({ bytes }) => u32(crc32(bytes))),
    ...sorted.map(({ offset }) => u32(offset)),
    sum,
  ])
  const name = inGit(place, 'objects', 'pack', `pack-${sum.toString('hex')}`)
  write(`${name}.pack`, Buffer.concat([body, sum]))
  write(`${name}.idx`, Buffer.concat([index, createHash('sha1').update(index).digest()]))
}

/** The header of an entry in a pack. */
export function entryHeader(code: number, size: number): Buffer {
  const bytes = [(code << 4) | (size % 16)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest % 128)
  }
  return Buffer.from(bytes)
}

export const TREE = 2
export const REF_DELTA = 7
export const OFFSET_DELTA = 6

/** Makes a commit of a tree that only a forged pack has. */
export function packTree(place: Place, ...entries: readonly (readonly [id: string, bytes: Buffer])[]): void {
  writePack(place, entries)
  moveMain(place, addCommit(place, entries[0]?.[0] ?? '', [headOf(place)]))
}

export function forgeIndex(place: Place, version: number, count: number, entries: Buffer): void {
  const header = Buffer.alloc(12)
  header.write('DIRC')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(count, 8)
  const body = Buffer.concat([header, entries])
  write(inGit(place, 'index'), Buffer.concat([body, createHash('sha1').update(body).digest()]))
}

/** An entry of git's index: 40 bytes of stat, an id, the flags, a name. */
export function indexEntry(name: string): Buffer {
  const bytes = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8)
  bytes.writeUInt32BE(0o100644, 24)
  bytes.writeUInt16BE(Math.min(name.length, 0xfff), 60)
  bytes.write(name, 62, 'latin1')
  return bytes
}
