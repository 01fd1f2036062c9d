import { z } from 'zod'
import { ModelEntry } from '../../shared/models.ts'
import { JsonFile } from '../disk/json-file.ts'

const Listed = z.object({ models: z.array(ModelEntry), asOf: z.string() })
export type Listed = z.infer<typeof Listed>
const Stored = z.record(z.string(), Listed)

/** The models each service last listed, cached for when it cannot be reached. */
export interface Catalogue {
  read(service: string): Promise<Listed | null>
  write(service: string, models: readonly ModelEntry[]): Promise<Listed>
  /** One model of a service; `null` if it is not listed. */
  find(service: string, model: string): Promise<ModelEntry | null>
}

export function openCatalogue(home: string): Catalogue {
  const file = new JsonFile<z.infer<typeof Stored>>(home, 'models.json', (stored) => Stored.parse(stored), {})

  async function read(service: string): Promise<Listed | null> {
    return (await file.read())[service] ?? null
  }

  return {
    read,
    async write(service, models) {
      const listed = { models: [...models], asOf: new Date().toISOString() }
      await file.change((now) => ({ ...now, [service]: listed }))
      return listed
    },
    async find(service, model) {
      return (await read(service))?.models.find(({ id }) => id === model) ?? null
    },
  }
}
