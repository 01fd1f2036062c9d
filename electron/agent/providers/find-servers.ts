import { z } from 'zod'
import type { FoundServer } from '../../../shared/models.ts'
import { type Preset, PRESETS } from '../../../shared/presets.ts'

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })
const TIMEOUT_MS = 700

/** Looks at the usual ports of this computer, and only there. Whoever does not answer at once with a list of models is none. */
export async function findServers(
  presets: readonly Preset[] = Object.values(PRESETS),
): Promise<readonly FoundServer[]> {
  const found = await Promise.all(presets.filter(({ isLocal }) => isLocal).map(lookAt))
  return found.filter((server) => server !== null)
}

async function lookAt({ id, baseUrl, needsKey }: Preset): Promise<FoundServer | null> {
  try {
    const response = await fetch(`${baseUrl}/v1/models`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    // One that wants a key first is there all the same, where a key is usual.
    if (response.status === 401) return needsKey ? { preset: id, baseUrl, models: [] } : null
    const listed = Listed.safeParse(await response.json())
    return listed.success
      ? { preset: id, baseUrl, models: listed.data.data.map((model) => model.id).slice(0, 200) }
      : null
  } catch {
    return null // nobody is there, or nobody who lists models: it is not among those found
  }
}
