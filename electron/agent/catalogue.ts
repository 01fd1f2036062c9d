import * as fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ModelEntry } from '../../shared/models.ts'
import { DurableFiles, readIfThere } from '../disk/durable-files.ts'
import { parseJson } from './conversation/lines.ts'

const Listed = z.object({ models: z.array(ModelEntry), asOf: z.string() })
export type Listed = z.infer<typeof Listed>
const Stored = z.record(z.string(), Listed)

/** What services last told of their models, kept for when they cannot be asked. */
export interface Catalogue {
  read(service: string): Promise<Listed | null>
  write(service: string, models: readonly ModelEntry[]): Promise<Listed>
  /** One model of a service; `null` where nothing is known of it. */
  find(service: string, model: string): Promise<ModelEntry | null>
}

export function openCatalogue(home: string): Catalogue {
  const file = path.join(home, 'models.json')
  const files = new DurableFiles(path.join(home, 'tmp'))
  let writing: Promise<unknown> = Promise.resolve()

  async function readAll(): Promise<z.infer<typeof Stored>> {
    // Unreadable is as good as empty: it is a copy, and the next list makes it anew.
    return Stored.safeParse(parseJson((await readIfThere(file)) ?? '')).data ?? {}
  }

  async function read(service: string): Promise<Listed | null> {
    return (await readAll())[service] ?? null
  }

  return {
    read,
    write(service, models) {
      const listed = { models: [...models], asOf: new Date().toISOString() }
      const write = async (): Promise<Listed> => {
        await fs.mkdir(home, { recursive: true, mode: 0o700 })
        await files.write(file, JSON.stringify({ ...(await readAll()), [service]: listed }, null, 2))
        return listed
      }
      const written = writing.then(write, write)
      writing = written.catch(() => undefined) // told to whoever asked for this writing
      return written
    },
    async find(service, model) {
      return (await read(service))?.models.find(({ id }) => id === model) ?? null
    },
  }
}
