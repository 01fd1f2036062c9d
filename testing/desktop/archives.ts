import * as fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import * as nodePath from 'node:path'

/*
 * Electron's file system, as far as it differs from Node's: a path with ".asar" in it leads into an archive, unless
 * that part is a folder or `process.noAsar` is set. Every archive is invalid here, as a file of that name in a memory
 * is: calls fail with an error that has no code, and `throwIfNoEntry: false` gives `null`.
 */

type Call = (...args: readonly unknown[]) => unknown

const { statSync } = fs

/** The part of the path that is an archive. */
function archiveIn(path: unknown): string | null {
  if (process.noAsar || !(typeof path === 'string' || path instanceof URL || Buffer.isBuffer(path))) return null
  for (let at = nodePath.normalize(path instanceof URL ? path.pathname : String(path)); ; at = nodePath.dirname(at)) {
    if (/[^/\\]\.asar$/i.test(at) && statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return at
    if (at === nodePath.dirname(at)) return null
  }
}

const SYNC = ['lstatSync', 'statSync', 'realpathSync', 'openSync', 'readFileSync', 'writeFileSync', 'readdirSync']
const ASYNC = ['lstat', 'stat', 'realpath', 'access', 'open', 'readFile', 'readdir', 'copyFile']
const ONLY_CALLBACK = ['exists']

function replace(module: object, name: string, replacement: (original: Call) => Call): void {
  const original: unknown = Reflect.get(module, name)
  if (typeof original !== 'function') throw new Error(`node:fs has no ${name}.`)
  const call: Call = (...args) => Reflect.apply(original, module, args)
  Reflect.set(module, name, Object.assign(replacement(call), original))
}

const invalid = (archive: string): Error => new Error(`Invalid package ${archive}`)
const wantsNull = (options: unknown): boolean => Object(options).throwIfNoEntry === false

/** Makes this thread's `node:fs` behave like Electron's. */
export function readArchives(): void {
  const fsModule = process.getBuiltinModule('node:fs')
  for (const name of SYNC)
    replace(fsModule, name, (original) => (path, ...rest) => {
      const archive = archiveIn(path)
      if (archive === null) return original(path, ...rest)
      if (wantsNull(rest[0])) return null
      throw invalid(archive)
    })
  replace(fsModule, 'existsSync', (original) => (path) => archiveIn(path) === null && original(path))
  for (const name of [...ASYNC, ...ONLY_CALLBACK])
    replace(fsModule, name, (original) => (path, ...rest) => {
      const archive = archiveIn(path)
      const callback = rest.at(-1)
      if (archive === null || typeof callback !== 'function') return original(path, ...rest)
      process.nextTick(() => Reflect.apply(callback, null, [name === 'exists' ? false : invalid(archive)]))
      return undefined
    })
  for (const name of ASYNC)
    replace(fsModule.promises, name, (original) => (path, ...rest) => {
      const archive = archiveIn(path)
      return archive === null ? original(path, ...rest) : Promise.reject(invalid(archive))
    })
  syncBuiltinESMExports()
}
