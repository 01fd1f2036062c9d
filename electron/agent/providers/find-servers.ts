import { z } from 'zod'
import type { FoundServer } from '../../../shared/models.ts'
import { type Preset, PRESETS } from '../../../shared/presets.ts'
import type { Fetch } from './guarded-fetch.ts'

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })
const TIMEOUT_MS = 700

/**
 * Tries the usual ports of this computer, nothing else. A server counts if it promptly answers with a list of models.
 */
export async function findServers(
  fetch: Fetch,
  presets: readonly Preset[] = Object.values(PRESETS),
): Promise<readonly FoundServer[]> {
  const found = await Promise.all(presets.filter(({ isLocal }) => isLocal).map((preset) => probe(fetch, preset)))
  return found.filter((server) => server !== null)
}

async function probe(fetch: Fetch, { id, baseUrl, needsKey }: Preset): Promise<FoundServer | null> {
  try {
    const response = await fetch(`${baseUrl}/v1/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    // A server that asks for a key counts too, if its kind usually needs one.
    if (response.status === 401) return needsKey ? { preset: id, baseUrl, models: [] } : null
    const listed = Listed.safeParse(await response.json())
    return listed.success
      ? { preset: id, baseUrl, models: listed.data.data.map((model) => model.id).slice(0, 200) }
      : null
  } catch {
    return null // nothing there, or nothing that lists models
  }
}
