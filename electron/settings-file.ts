import { z } from 'zod'
import { AsksFirst } from '../shared/saving.ts'
import { DEFAULT_SETTINGS, Settings, type SettingsChange } from '../shared/settings.ts'
import { JsonFile } from './disk/json-file.ts'

const Stored = z.record(z.string(), z.unknown())

/** The user's settings on disk. A missing or invalid field gets its default; the others stay. */
export class SettingsFile {
  readonly #file: JsonFile<Settings>
  #current: Settings = DEFAULT_SETTINGS

  private constructor(home: string) {
    this.#file = new JsonFile(home, 'settings.json', parseFields, DEFAULT_SETTINGS)
  }

  static async open(home: string): Promise<SettingsFile> {
    const settings = new SettingsFile(home)
    settings.#current = await settings.#file.read()
    return settings
  }

  get current(): Settings {
    return this.#current
  }

  async change(change: SettingsChange): Promise<Settings> {
    this.#current = await this.#file.change((now) => Settings.parse({ ...now, ...change }))
    return this.#current
  }
}

function parseFields(value: unknown): Settings {
  const stored = withSaving(Stored.parse(value))
  const valid = Object.entries(Settings.unwrap().shape).flatMap(([name, schema]) => {
    const field = schema.safeParse(stored[name])
    return field.success ? [[name, field.data] as const] : []
  })
  return Settings.parse({ ...DEFAULT_SETTINGS, ...Object.fromEntries(valid) })
}

/** Earlier versions kept under another name whether what the agent writes waits for the user. */
function withSaving({ askFirst, ...stored }: z.infer<typeof Stored>): z.infer<typeof Stored> {
  const saving = AsksFirst.safeParse(askFirst)
  return saving.success ? { saving: saving.data, ...stored } : stored
}
