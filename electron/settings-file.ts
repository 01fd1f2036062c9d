import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { DEFAULT_SETTINGS, Settings, type SettingsChange } from '../shared/settings.ts'
import { DurableFiles, unlessMissing } from './disk/durable-files.ts'

const Stored = z.record(z.string(), z.unknown())

/** The user's settings on disk. A field that is missing or no longer valid has its default; the others stay. */
export class SettingsFile {
  readonly #path: string
  readonly #files: DurableFiles
  #current: Settings = DEFAULT_SETTINGS
  #changing: Promise<unknown> = Promise.resolve()

  private constructor(home: string) {
    this.#path = nodePath.join(home, 'settings.json')
    this.#files = new DurableFiles(nodePath.join(home, 'tmp'))
  }

  static async open(home: string): Promise<SettingsFile> {
    const file = new SettingsFile(home)
    file.#current = await file.#read()
    return file
  }

  get current(): Settings {
    return this.#current
  }

  /** One change after another: each is made of what the one before it left. */
  change(change: SettingsChange): Promise<Settings> {
    const changed = this.#changing.then(() => this.#change(change))
    this.#changing = changed.catch(() => undefined) // told to whoever asked for this change
    return changed
  }

  async #change(change: SettingsChange): Promise<Settings> {
    // Another process may have changed other fields since.
    this.#current = Settings.parse({ ...(await this.#read()), ...change })
    await fs.mkdir(nodePath.dirname(this.#path), { recursive: true, mode: 0o700 })
    await this.#files.write(this.#path, JSON.stringify(this.#current, null, 2))
    return this.#current
  }

  async #read(): Promise<Settings> {
    const text = await unlessMissing(fs.readFile(this.#path, 'utf8'))
    if (text === null) return DEFAULT_SETTINGS
    const stored = readJson(text)
    const valid = Object.entries(Settings.unwrap().shape).flatMap(([name, schema]) => {
      const value = schema.safeParse(stored[name])
      return value.success ? [[name, value.data] as const] : []
    })
    return Settings.parse({ ...DEFAULT_SETTINGS, ...Object.fromEntries(valid) })
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return Stored.parse(JSON.parse(text))
  } catch {
    // A file that cannot be read is as good as none: it holds preferences only, and the next change writes it anew.
    return {}
  }
}
