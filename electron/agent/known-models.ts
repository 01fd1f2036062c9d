import { once } from 'node:events'
import type { ModelEntry, ModelList } from '../../shared/models.ts'
import { openCatalogue } from './catalogue.ts'
import type { Access } from './providers/access.ts'
import { listModels } from './providers/list-models.ts'

/** What services say of their models: asked once, and kept for when they cannot be reached. */
export interface KnownModels {
  /** The list of before if it is at most a day old and no fresh one is wanted; with the reason if it is not current. */
  list(service: Access, isFresh: boolean): Promise<ModelList>
  /**
   * One model; `null` if it is not listed. A service that never listed its models is asked for them first, once in this
   * process for each key; a list that is a week old is asked for again in the background. The signal ends the wait and
   * not the request, so that the next message need not ask again.
   */
  find(service: Access, model: string, signal?: AbortSignal): Promise<ModelEntry | null>
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A message waits for the list of models at most this long. */
const LEARNING_TIMEOUT_MS = 5000

export function createKnownModels(home: string): KnownModels {
  const catalogue = openCatalogue(home)
  const asked = new Map<string, Promise<unknown>>()

  async function ask(service: Access, timeoutMs?: number): Promise<ModelList> {
    const outcome = await listModels(service, timeoutMs)
    if (outcome.kind === 'listed')
      return { ...(await catalogue.write(catalogueKeyOf(service), outcome.models)), problem: null }
    const cached = await catalogue.read(catalogueKeyOf(service))
    return { models: cached?.models ?? [], asOf: cached?.asOf ?? null, problem: outcome.words }
  }

  return {
    async list(service, isFresh) {
      const cached = isFresh ? null : await catalogue.read(catalogueKeyOf(service))
      return cached !== null && ageOf(cached) < DAY_MS ? { ...cached, problem: null } : ask(service)
    },
    async find(service, model, signal) {
      const cached = await catalogue.read(catalogueKeyOf(service))
      const key = JSON.stringify([catalogueKeyOf(service), service.key ?? null])
      if (cached === null || ageOf(cached) > WEEK_MS) {
        const asking = asked.get(key) ?? ask(service, LEARNING_TIMEOUT_MS)
        asked.set(key, asking)
        const learned = asking.catch(() => undefined) // the list of before stays
        if (cached === null) await Promise.race([learned, aborted(signal)])
      }
      return catalogue.find(catalogueKeyOf(service), model)
    },
  }
}

/** Never resolves without a signal. */
async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return new Promise(() => undefined)
  if (!signal.aborted) await once(signal, 'abort')
}

function ageOf({ asOf }: { readonly asOf: string }): number {
  return Date.now() - Date.parse(asOf)
}

/** The service's key in the catalogue. */
function catalogueKeyOf({ id, baseUrl }: Access): string {
  return `${id} ${baseUrl}`
}
