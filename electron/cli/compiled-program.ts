import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import * as nodePath from 'node:path'
import vm from 'node:vm'
// As default imports: older versions of Node, which load this file too, lack some of the names.
import zlib from 'node:zlib'

const CHECKSUM_BYTES = 4

/**
 * A built program in one CommonJS file, with V8's code cache beside it. Node's own compile cache keeps only what is
 * compiled while modules load; this one keeps every function that was called before `keep`, so that later starts have
 * next to nothing to compile. A cache that is damaged, older than the program or of another V8 is ignored.
 */
export class CompiledProgram {
  readonly #file: string
  readonly #script: vm.Script

  /** @param file its path */
  constructor(file: string) {
    this.#file = file
    const parameters = 'exports, require, module, __filename, __dirname'
    // Read as a string: with a buffer of this size, V8 collects garbage three more times before the first answer.
    this.#script = new vm.Script(`(function (${parameters}) {${readFileSync(file, 'utf8')}\n})`, {
      filename: file,
      cachedData: this.#kept(),
    })
  }

  /** Whether its code came from the cache. */
  get isCompiled(): boolean {
    return this.#script.cachedDataRejected === false
  }

  run(): void {
    const module = new nodeModule.Module(this.#file)
    const require = nodeModule.createRequire(this.#file)
    // The files that it loads later use what is in it, and must not start it again.
    require.cache[this.#file] = module
    module.loaded = true
    this.#script.runInThisContext()(module.exports, require, module, this.#file, nodePath.dirname(this.#file))
  }

  /** Keeps what is compiled by now for later starts. */
  keep(): void {
    const code = this.#script.createCachedData()
    const making = `${this.#cacheFile}.making`
    writeFileSync(making, Buffer.concat([checksum(code), code]))
    renameSync(making, this.#cacheFile)
  }

  get #cacheFile(): string {
    return `${this.#file}.cache`
  }

  /** V8 compares versions and the length of the source, and trusts the rest. */
  #kept(): Buffer | undefined {
    try {
      if (statSync(this.#cacheFile).mtimeMs < statSync(this.#file).mtimeMs) return undefined
      const kept = readFileSync(this.#cacheFile)
      const code = kept.subarray(CHECKSUM_BYTES)
      return checksum(code).equals(kept.subarray(0, CHECKSUM_BYTES)) ? code : undefined
    } catch {
      return undefined // The program is compiled as it runs.
    }
  }
}

function checksum(code: Buffer): Buffer {
  const sum = Buffer.alloc(CHECKSUM_BYTES)
  sum.writeUInt32LE(zlib.crc32(code))
  return sum
}
