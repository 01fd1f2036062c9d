import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { uptime } from 'node:os'
import * as nodePath from 'node:path'
import type { Operation } from './disk.ts'

/** A computer that lost its power has been started since. */
const BEFORE_BOOT = new Date(Date.now() - uptime() * 1_000 - 60_000)

type Inode =
  | { readonly kind: 'file'; now: Buffer; synced: Buffer }
  | { readonly kind: 'folder'; readonly now: Map<string, Inode>; synced: ReadonlyMap<string, Inode> }
  | { readonly kind: 'link'; readonly target: string }
type Folder = Extract<Inode, { kind: 'folder' }>

/** A disk as strict as the standard allows: a file's text lasts when it was synced, a name when its folder was. */
export class DiskModel {
  readonly #root: Folder = { kind: 'folder', now: new Map(), synced: new Map() }
  readonly #syncing = new Map<string, () => void>()

  constructor(trace: readonly Operation[]) {
    for (const operation of trace) this.#do(operation)
  }

  #do(operation: Operation): void {
    if (operation.kind === 'answer' || operation.kind === 'chmod') return
    const [folder, name] = this.#placeOf(operation.path)
    switch (operation.kind) {
      case 'mkdir':
        return void folder.set(name, { kind: 'folder', now: new Map(), synced: new Map() })
      case 'create':
        return void (
          folder.has(name) || folder.set(name, { kind: 'file', now: Buffer.alloc(0), synced: Buffer.alloc(0) })
        )
      case 'symlink':
        return void folder.set(name, { kind: 'link', target: operation.target })
      case 'unlink':
      case 'rmdir':
        return void folder.delete(name)
      case 'rename':
      case 'link': {
        const [other, as] = this.#placeOf(operation.to)
        other.set(as, this.#at(operation.path))
        if (operation.kind === 'rename') folder.delete(name)
        return
      }
      case 'truncate':
      case 'write': {
        const file = this.#at(operation.path)
        if (file.kind !== 'file') return
        file.now =
          operation.kind === 'write'
            ? written(file.now, operation.at, Buffer.from(operation.data, 'base64'))
            : written(file.now.subarray(0, operation.length), operation.length, Buffer.alloc(0))
        return
      }
      case 'sync-start':
        return void this.#syncing.set(operation.sync, this.#syncOf(operation.path))
      case 'sync-end':
        this.#syncing.get(operation.sync)?.()
    }
  }

  /** @returns makes what is there now last */
  #syncOf(path: string): () => void {
    const what = this.#at(path)
    if (what.kind === 'link') return () => undefined
    if (what.kind === 'file') {
      const { now } = what
      return () => (what.synced = now)
    }
    const now = new Map(what.now)
    return () => (what.synced = now)
  }

  #at(path: string): Inode {
    let found: Inode = this.#root
    for (const name of path.split('/').filter((each) => each !== '')) {
      const next: Inode | undefined = found.kind === 'folder' ? found.now.get(name) : undefined
      if (next === undefined) throw new Error(`the trace names what is not there: ${path}`)
      found = next
    }
    return found
  }

  #placeOf(path: string): readonly [folder: Map<string, Inode>, name: string] {
    const folder = this.#at(nodePath.dirname(path))
    if (folder.kind !== 'folder') throw new Error(`no folder: ${path}`)
    return [folder.now, nodePath.basename(path)]
  }

  /**
   * What a power cut leaves.
   * @param keep asked of everything unsynced, whether it reached the disk all the same
   */
  write(dir: string, keep: () => boolean): void {
    const written = new Map<Inode, string>()
    const writeFolder = (folder: Folder, place: string): void => {
      for (const name of new Set([...folder.synced.keys(), ...folder.now.keys()])) {
        const [before, now] = [folder.synced.get(name), folder.now.get(name)]
        const inode = before === now || keep() ? now : before
        if (inode !== undefined) writeInode(inode, nodePath.join(place, name))
      }
    }
    const writeInode = (inode: Inode, path: string): void => {
      const twin = written.get(inode)
      // A folder has one name; where both of a rename were kept, the first one counts.
      if (twin !== undefined && inode.kind === 'file') return fs.linkSync(twin, path)
      if (twin !== undefined) return
      written.set(inode, path)
      if (inode.kind === 'link') fs.symlinkSync(inode.target, path)
      else if (inode.kind === 'file') {
        fs.writeFileSync(path, keptOf(inode, keep))
        fs.utimesSync(path, BEFORE_BOOT, BEFORE_BOOT)
      } else {
        fs.mkdirSync(path)
        writeFolder(inode, path)
      }
    }
    writeFolder(this.#root, dir)
  }
}

const SECTOR = 512

/** All that is there now, or what was synced; or of each sector the one or the other, and its end where either has it. */
function keptOf({ now, synced }: Extract<Inode, { kind: 'file' }>, keep: () => boolean): Buffer {
  if (now === synced || keep()) return now
  if (!keep()) return synced
  const bytes = Buffer.alloc((keep() ? now : synced).length)
  for (let at = 0; at < bytes.length; at += SECTOR)
    bytes.set((keep() ? now : synced).subarray(at, Math.min(at + SECTOR, bytes.length)), at)
  return bytes
}

function written(old: Buffer, at: number, data: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.max(old.length, at + data.length))
  old.copy(bytes)
  data.copy(bytes, at)
  return bytes
}
