import { z } from 'zod'
import type { FoundServer } from '../../../shared/models.ts'
import { type Preset, PRESETS, type PresetId } from '../../../shared/presets.ts'
import type { Fetch } from './guarded-fetch.ts'

const Listed = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish().catch(null) })),
})
const TIMEOUT_MS = 700

/** What answers at a port. */
interface Answer {
  readonly owner: string | null
  readonly software: string
}

/** How a kind of server is known by its list of models, where that is certain. The others are known by their port. */
const MARKS: { readonly [Id in PresetId]?: (answer: Answer) => boolean } = {
  'lm-studio': ({ owner }) => owner === 'organization_owner',
  'llama-cpp': ({ owner }) => owner === 'llamacpp',
  vllm: ({ owner }) => owner === 'vllm',
  koboldcpp: ({ owner }) => owner === 'koboldcpp',
  'mlx-lm': ({ owner, software }) => owner === null && software.startsWith('BaseHTTP'),
}

/**
 * Tries the usual ports of this computer, nothing else. A server counts if it promptly answers with a list of models;
 * some kinds share a port and are told apart by their answer.
 */
export async function findServers(
  fetch: Fetch,
  presets: readonly Preset[] = Object.values(PRESETS),
): Promise<readonly FoundServer[]> {
  const byOrigin = Map.groupBy(
    presets.filter(({ isLocal }) => isLocal),
    ({ baseUrl }) => new URL(baseUrl).origin,
  )
  const found = await Promise.all([...byOrigin].map(([origin, expected]) => probe(fetch, origin, expected)))
  return found.filter((server) => server !== null)
}

async function probe(fetch: Fetch, origin: string, expected: readonly Preset[]): Promise<FoundServer | null> {
  try {
    const response = await fetch(`${origin}/v1/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    // A server that asks for a key counts too, if its kind usually needs one.
    const locked = response.status === 401 ? expected.find(({ needsKey }) => needsKey) : undefined
    if (locked !== undefined) return { preset: locked.id, format: locked.format, baseUrl: locked.baseUrl, models: [] }
    const listed = Listed.safeParse(await response.json())
    if (!response.ok || !listed.success) return null
    const [first] = listed.data.data
    const answer = { owner: first?.owned_by ?? null, software: response.headers.get('server') ?? '' }
    const models = listed.data.data.map((model) => model.id).slice(0, 200)
    return { ...recognise(answer, expected, origin), models }
  } catch {
    return null // nothing there, or nothing that lists models
  }
}

function recognise(answer: Answer, expected: readonly Preset[], origin: string): Omit<FoundServer, 'models'> {
  const marked = [...expected, ...Object.values(PRESETS)].find(({ id }) => MARKS[id]?.(answer) === true)
  const server = marked ?? expected.find(({ id }) => MARKS[id] === undefined)
  // A list of models is part of the OpenAI format, so that is what an unknown server most likely speaks.
  if (server === undefined) return { preset: 'other', format: 'openai', baseUrl: `${origin}/v1` }
  const path = new URL(server.baseUrl).pathname.replace(/\/$/, '')
  return { preset: server.id, format: server.format, baseUrl: `${origin}${path}` }
}
