import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import * as nodePath from 'node:path'
import * as vm from 'node:vm'
import { crc32 } from 'node:zlib'

const CHECKSUM_BYTES = 4

/**
 * A built program in one CommonJS file, with V8's code cache. Node's own compile cache keeps only what is
 * compiled while modules load; this one keeps every function that was called before `keep`, so that later starts have
 * next to nothing to compile. A cache that is damaged, older than the program or of another V8 is ignored.
 */
export class CompiledProgram {
  readonly #file: string
  readonly #cache: string | null
  readonly #script: vm.Script

  /**
   * @param file its path
   * @param cache the path of the code cache; null for none
   */
  constructor(file: string, cache: string | null) {
    this.#file = file
    this.#cache = cache
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
    const module = new Module(this.#file)
    const require = createRequire(this.#file)
    // The files that it loads later use what is in it, and must not start it again.
    require.cache[this.#file] = module
    module.loaded = true
    this.#script.runInThisContext()(module.exports, require, module, this.#file, nodePath.dirname(this.#file))
  }

  /** Keeps what is compiled by now for later starts. */
  keep(): void {
    if (this.#cache === null) return
    const code = this.#script.createCachedData()
    const making = `${this.#cache}.${process.pid}`
    mkdirSync(nodePath.dirname(this.#cache), { recursive: true, mode: 0o700 })
    writeFileSync(making, Buffer.concat([checksum(code), code]))
    renameSync(making, this.#cache)
  }

  /** V8 compares versions and the length of the source, and trusts the rest. */
  #kept(): Buffer | undefined {
    if (this.#cache === null) return undefined
    try {
      if (statSync(this.#cache).mtimeMs < statSync(this.#file).mtimeMs) return undefined
      const kept = readFileSync(this.#cache)
      const code = kept.subarray(CHECKSUM_BYTES)
      return checksum(code).equals(kept.subarray(0, CHECKSUM_BYTES)) ? code : undefined
    } catch {
      return undefined // The program is compiled as it runs.
    }
  }
}

function checksum(code: Buffer): Buffer {
  const sum = Buffer.alloc(CHECKSUM_BYTES)
  sum.writeUInt32LE(crc32(code))
  return sum
}
