import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { say } from '../../shared/messages/say.ts'
import { DurableFiles } from '../disk/durable-files.ts'
import { FileLock } from '../disk/file-lock.ts'
import { JsonFile } from '../disk/json-file.ts'
import { closeHome } from '../home.ts'
import { ProgramId, Scope } from './program-ids.ts'

// What we wrote into the files of other programs: `connected.json` in the folder of the app's own data, and beside it,
// in `connected/`, each file as it was before our last change.

const Connection = z.object({
  program: ProgramId,
  scope: Scope,
  path: z.string(),
  entry: z.record(z.string(), z.unknown()).readonly(),
  insertion: z.object({ at: z.int().min(0), text: z.string().min(1) }).readonly(),
  /** The text of a value that was replaced; null for none. */
  was: z.string().nullable().default(null),
  listIsOurs: z.boolean(),
  /** The file was not there before. */
  fileIsOurs: z.boolean(),
  /** Folders that were made for it, from the top. */
  folders: z.array(z.string()).readonly(),
})
/** An entry or a setting that we wrote, and how to take it out. */
export type Connection = z.infer<typeof Connection>

const Stored = z.array(Connection)

export class Connections {
  readonly #home: string
  readonly #file: JsonFile<readonly Connection[]>
  readonly #changes: FileLock

  /** @param home the folder of the app's own data */
  constructor(home: string) {
    this.#home = home
    this.#file = new JsonFile<readonly Connection[]>(home, 'connected.json', (stored) => Stored.parse(stored), [])
    this.#changes = new FileLock(home, 'connecting.lock', say('own-file-busy', { file: 'connecting.lock' }))
  }

  /** One change at a time, of all processes: of a file, and of what is remembered of it. */
  async whileAlone<T>(change: () => Promise<T>): Promise<T> {
    await closeHome(this.#home)
    return this.#changes.whileAlone(change)
  }

  all(): Promise<readonly Connection[]> {
    return this.#file.read()
  }

  async at(path: string): Promise<Connection | null> {
    return (await this.all()).find((each) => each.path === path) ?? null
  }

  /** @param connection null to forget it */
  async set(path: string, connection: Connection | null): Promise<void> {
    await this.#file.change((now) => [
      ...now.filter((each) => each.path !== path),
      ...(connection === null ? [] : [connection]),
    ])
  }

  /** Keeps a file as it is before a change, instead of the one kept before. @returns where */
  async keepCopy(program: ProgramId, scope: Scope, path: string, bytes: Uint8Array): Promise<string> {
    const folder = nodePath.join(this.#home, 'connected')
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    // Every project has files of the same names.
    const which = createHash('sha256').update(path).digest('hex').slice(0, 8)
    const copy = nodePath.join(folder, `${program}-${scope}-${which}-${nodePath.basename(path)}`)
    await new DurableFiles(nodePath.join(this.#home, 'tmp')).write(copy, bytes)
    return copy
  }
}
