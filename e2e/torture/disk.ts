import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import * as nodePath from 'node:path'
import { isMainThread, threadId } from 'node:worker_threads'

// Loaded with node --import, this file sits between a program and its disk. Every operation that changes a store can be
// made to fail, and is recorded in order, together with the program's answers. The program's threads load it too; each
// counts its own operations.

/** A recorded operation; paths are relative to the store. */
export type Operation =
  | { readonly kind: 'mkdir' | 'unlink' | 'rmdir' | 'create' | 'chmod'; readonly path: string }
  /** What was there at the start lasts from the end on; other threads write meanwhile. */
  | { readonly kind: 'sync-start' | 'sync-end'; readonly path: string; readonly sync: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'symlink'; readonly path: string; readonly target: string }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly data: string }
  | { readonly kind: 'answer'; readonly text: string }

/** Which operation fails: the `at`-th since this was written; `always`: and all that follow. */
export interface Fault {
  readonly id: number
  readonly at: number
  readonly code: string
  readonly always: boolean
  /** Counts operations of this system call alone. */
  readonly only?: string
  /** Counts operations of the program's other threads alone. */
  readonly behind?: boolean
}

interface OpenFile {
  readonly path: string
  readonly appends: boolean
  position: number
}
type Call = (...args: never[]) => unknown

const root = process.env.TORTURE_STORE ?? ''
const faultFile = process.env.TORTURE_FAULT
const traceFile = process.env.TORTURE_TRACE
const real = { ...fs }
const realPromises = { ...fs.promises }
const opened = new Map<number, OpenFile>()
const trace = traceFile === undefined ? null : real.openSync(traceFile, 'a')
/** Depth of nested calls inside Node's own functions. */
let inside = 0
let armed: number | null = null
let count = 0

function record(operation: Operation): void {
  if (trace !== null) real.writeSync(trace, `${JSON.stringify(operation)}\n`)
}

let syncs = 0

/** Before a sync, which may fail. @returns records its end */
function syncing({ path }: OpenFile): () => void {
  mayFail('fsync', path)
  syncs += 1
  const sync = `${threadId}-${syncs}`
  record({ kind: 'sync-start', path, sync })
  return () => record({ kind: 'sync-end', path, sync })
}

/** The path inside the store; null for a path elsewhere. */
function inStore(path: unknown): string | null {
  if (typeof path !== 'string') return null
  const [, fd, rest = ''] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(path) ?? []
  if (fd !== undefined) {
    const folder = opened.get(Number(fd))
    return folder === undefined ? null : nodePath.join(folder.path, rest)
  }
  const relative = nodePath.relative(root, path)
  return relative.startsWith('..') || nodePath.isAbsolute(relative) ? null : nodePath.join('/', relative)
}

const there = (path: string): boolean =>
  real.lstatSync(nodePath.join(root, path), { throwIfNoEntry: false }) !== undefined

/**
 * Throws when it is this operation's turn to fail. EMFILE hits whatever opens a file, for reading too.
 * @param part does what still happens before the failure
 */
function mayFail(
  syscall: string,
  path: string,
  { part = () => undefined, reads = false }: { readonly part?: () => unknown; readonly reads?: boolean } = {},
): void {
  const fault = currentFault()
  if (fault === null || (fault.code === 'EMFILE' ? syscall !== 'open' : reads)) return
  if ((fault.only !== undefined && fault.only !== syscall) || (fault.behind === true && isMainThread)) return
  count += 1
  if (count !== fault.at && !(fault.always && count > fault.at)) return
  if (count === fault.at) alone(() => real.writeFileSync(`${faultFile}.hit`, `${fault.id} ${syscall} ${path}`))
  alone(part)
  throw Object.assign(new Error(`${fault.code}: ${syscall} '${nodePath.join(root, path)}'`), {
    code: fault.code,
    errno: -1,
    syscall,
    path: nodePath.join(root, path),
  })
}

function currentFault(): Fault | null {
  if (faultFile === undefined) return null
  try {
    const fault = JSON.parse(alone(() => real.readFileSync(faultFile, 'utf8'))) as Fault
    if (armed !== fault.id) count = 0
    armed = fault.id
    return fault
  } catch {
    return null
  }
}

/** Calls that Node's own functions make to each other do not count again. */
function alone<T>(act: () => T): T {
  inside += 1
  try {
    return act()
  } finally {
    inside -= 1
  }
}

function isWriting(flags: unknown): boolean {
  return typeof flags === 'number'
    ? (flags & (real.constants.O_WRONLY | real.constants.O_RDWR | real.constants.O_CREAT)) !== 0
    : typeof flags === 'string' && /[wa+]/.test(flags)
}
function has(flags: unknown, letter: string, bit: number): boolean {
  return typeof flags === 'number' ? (flags & bit) !== 0 : typeof flags === 'string' && flags.includes(letter)
}

/** Before an open, which may fail. @returns records it when it succeeded */
function opening(path: string, flags: unknown): () => void {
  const existed = there(path)
  const creates = has(flags, 'w', real.constants.O_CREAT) || has(flags, 'a', real.constants.O_CREAT)
  if (existed && has(flags, 'x', real.constants.O_EXCL)) return () => undefined
  mayFail('open', path, { reads: !isWriting(flags) })
  return () => {
    if (!existed && creates) record({ kind: 'create', path })
    if (existed && has(flags, 'w', real.constants.O_TRUNC)) record({ kind: 'truncate', path, length: 0 })
  }
}

function remember(fd: number, path: string, flags: unknown): void {
  opened.set(fd, { path, appends: has(flags, 'a', real.constants.O_APPEND), position: 0 })
}

/** Half of a write, in whole sectors: a full disk takes no partial ones. */
function halfOf(size: number, start: number): number {
  const end = start + Math.floor(size / 2)
  return Math.max(0, end - (end % SECTOR) - start)
}
const SECTOR = 512

/** Before a write. `part` writes what a full disk still takes. @returns records what was written */
function writing(
  file: OpenFile,
  at: number | null,
  size: number,
  part: (size: number) => unknown,
): (data: Buffer) => void {
  const start = file.appends ? real.statSync(nodePath.join(root, file.path)).size : (at ?? file.position)
  mayFail('write', file.path, { part: () => part(halfOf(size, start)) })
  return (data) => {
    record({ kind: 'write', path: file.path, at: start, data: data.toString('base64') })
    if (at === null) file.position = start + data.length
  }
}

const asBuffer = (data: unknown): Buffer =>
  typeof data === 'string'
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      : Buffer.alloc(0)

/** Operations on names. @returns records it afterwards; null if nothing in the store changes */
function naming(name: string, [first, second]: readonly unknown[]): (() => void) | null {
  const [path, other] = [inStore(first), inStore(second)]
  const here = name === 'symlink' || name === 'link' || name === 'copyFile' ? other : path
  if (here === null) return null
  if (['unlink', 'rmdir', 'rename', 'rm', 'chmod', 'utimes', 'truncate'].includes(name) && !there(here)) return null
  if (['mkdir', 'link', 'symlink'].includes(name) && there(here)) return null
  mayFail(name, here)
  if (name === 'mkdir') {
    const missing = missingFolders(here)
    return () => missing.forEach((folder) => record({ kind: 'mkdir', path: folder }))
  }
  if (name === 'unlink' || name === 'rmdir') return () => record({ kind: name, path: here })
  if (name === 'rename' && other !== null) return () => record({ kind: 'rename', path: here, to: other })
  if (name === 'link' && path !== null) return () => record({ kind: 'link', path, to: here })
  if (name === 'symlink') return () => record({ kind: 'symlink', path: here, target: String(first) })
  if (name === 'truncate') return () => record({ kind: 'truncate', path: here, length: Number(second ?? 0) })
  if (name === 'copyFile' && path !== null) return () => whole(here, real.readFileSync(nodePath.join(root, here)))
  return () => record({ kind: 'chmod', path: here })
}

/** Topmost first. */
function missingFolders(path: string): readonly string[] {
  return path === '/' || there(path) ? [] : [...missingFolders(nodePath.dirname(path)), path]
}

function whole(path: string, data: Buffer): void {
  record({ kind: 'create', path })
  record({ kind: 'truncate', path, length: 0 })
  record({ kind: 'write', path, at: 0, data: data.toString('base64') })
}

function replace(target: object, name: string, make: (original: Call) => Call): void {
  const original = Reflect.get(target, name) as Call
  Reflect.set(target, name, make(original))
}

const NAMING = [
  'mkdir',
  'unlink',
  'rmdir',
  'rename',
  'link',
  'symlink',
  'truncate',
  'copyFile',
  'chmod',
  'utimes',
  'rm',
]

for (const name of NAMING) wrapBoth(name, (args) => naming(name, args))

/** Wraps both forms of a function: `look` runs before it, and what it returns records it afterwards. */
function wrapBoth(name: string, look: (args: readonly unknown[]) => (() => void) | null): void {
  replace(fs, `${name}Sync`, (original) => (...args) => {
    if (inside > 0) return Reflect.apply(original, fs, args)
    const done = look(args)
    const result = alone(() => Reflect.apply(original, fs, args))
    done?.()
    return result
  })
  replace(fs.promises, name, (original) => async (...args) => {
    const done = look(args)
    const result: unknown = await Reflect.apply(original, fs.promises, args)
    done?.()
    return result
  })
}

fs.openSync = (path, flags = 'r', mode) => {
  const here = inStore(path)
  if (here === null || inside > 0) return real.openSync(path, flags, mode)
  const done = opening(here, flags)
  const fd = real.openSync(path, flags, mode)
  done()
  remember(fd, here, flags)
  return fd
}
fs.closeSync = (fd) => {
  opened.delete(fd)
  real.closeSync(fd)
}
replace(fs, 'writeSync', (original) => (...args: never[]) => {
  const [fd, data, offset, length, position] = args as unknown as [
    number,
    unknown,
    number | undefined,
    number | undefined,
    number | null | undefined,
  ]
  const file = opened.get(fd)
  if (file === undefined || inside > 0) return Reflect.apply(original, fs, args)
  const bytes = asBuffer(data)
  const from = typeof data === 'string' ? 0 : (offset ?? 0)
  const size = typeof data === 'string' ? bytes.length : (length ?? bytes.length - from)
  const done = writing(file, position ?? null, size, (part) => real.writeSync(fd, bytes, from, part, position ?? null))
  const written = Number(Reflect.apply(original, fs, args))
  done(bytes.subarray(from, from + written))
  return written
})
for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
  fs[name] = (fd) => {
    const file = opened.get(fd)
    const done = file === undefined ? null : syncing(file)
    real[name](fd)
    done?.()
  }
}
fs.ftruncateSync = (fd, length) => {
  const file = opened.get(fd)
  if (file !== undefined) mayFail('ftruncate', file.path)
  real.ftruncateSync(fd, length)
  if (file !== undefined) record({ kind: 'truncate', path: file.path, length: length ?? 0 })
}
fs.fchmodSync = (fd, mode) => {
  const file = opened.get(fd)
  if (file !== undefined) mayFail('fchmod', file.path)
  real.fchmodSync(fd, mode)
}
for (const name of ['writeFile', 'appendFile']) {
  const appends = name === 'appendFile'
  wrapBoth(name, ([path, data, options]) => {
    if (typeof path === 'number' && opened.has(path)) throw new Error(`${name} to an open file is not recorded`)
    const here = inStore(path)
    if (here === null) return null
    const flags: unknown =
      (typeof options === 'object' && options !== null ? Reflect.get(options, 'flag') : undefined) ??
      (appends ? 'a' : 'w')
    const done = opening(here, flags)
    const at = has(flags, 'a', 0) && there(here) ? real.statSync(nodePath.join(root, here)).size : 0
    const bytes = asBuffer(data)
    const half = bytes.subarray(0, halfOf(bytes.length, at))
    mayFail('write', here, {
      part: () =>
        (appends ? real.appendFileSync : real.writeFileSync)(String(path), half, options as fs.WriteFileOptions),
    })
    return () => {
      done()
      record({ kind: 'write', path: here, at, data: bytes.toString('base64') })
    }
  })
}
for (const name of ['readFile', 'readdir']) {
  wrapBoth(name, ([path]) => {
    const here = inStore(path)
    if (here !== null && there(here)) mayFail('open', here, { reads: true })
    return null
  })
}

fs.promises.open = async (path, flags = 'r', mode) => {
  const here = inStore(path)
  if (here === null) return realPromises.open(path, flags, mode)
  const done = opening(here, flags)
  const handle = await realPromises.open(path, flags, mode)
  done()
  remember(handle.fd, here, flags)
  return handle
}

const probe = await realPromises.open(import.meta.filename)
const handles = Object.getPrototypeOf(probe) as object
await probe.close()
const fileOf = (handle: unknown): OpenFile | undefined => opened.get(Number(Reflect.get(handle as object, 'fd')))

for (const name of ['sync', 'datasync']) {
  replace(
    handles,
    name,
    (original) =>
      async function act(this: unknown) {
        const file = fileOf(this)
        const done = file === undefined ? null : syncing(file)
        await Reflect.apply(original, this, [])
        done?.()
      },
  )
}
for (const name of ['write', 'writeFile', 'appendFile']) {
  replace(
    handles,
    name,
    (original) =>
      async function act(this: fs.promises.FileHandle, ...args: never[]) {
        const file = fileOf(this)
        if (file === undefined) return Reflect.apply(original, this, args)
        const bytes = asBuffer(args[0])
        const done = writing(file, null, bytes.length, (part) => real.writeSync(this.fd, bytes, 0, part))
        const result: unknown = await Reflect.apply(original, this, args)
        done(bytes)
        return result
      },
  )
}
replace(
  handles,
  'truncate',
  (original) =>
    async function act(this: unknown, ...args: never[]) {
      const file = fileOf(this)
      if (file !== undefined) mayFail('ftruncate', file.path)
      await Reflect.apply(original, this, args)
      if (file !== undefined) record({ kind: 'truncate', path: file.path, length: Number(args[0] ?? 0) })
    },
)
replace(
  handles,
  'close',
  (original) =>
    function act(this: unknown) {
      opened.delete(Number(Reflect.get(this as object, 'fd')))
      return Reflect.apply(original, this, [])
    },
)

// A recording is looked at after a power cut, so it was made before the computer booted: in an earlier boot.
const EARLIER_BOOT_S = 86_400
if (trace !== null) {
  const { uptime } = os
  os.uptime = () => uptime() + EARLIER_BOOT_S
}

replace(process.stdout, 'write', (original) => (...args: never[]) => {
  record({ kind: 'answer', text: String(args[0]) })
  return Reflect.apply(original, process.stdout, args)
})
syncBuiltinESMExports()
