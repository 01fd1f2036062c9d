import { z } from 'zod'
import { USUAL_HTTP_PORT } from '../../shared/clients.ts'
import { type Core, openCore, whereDataLives } from '../core.ts'
import { print } from './output.ts'
import { folderOf, openingOf, type Place, printable, withCore } from './place.ts'

export const McpTools = z.enum(['memory'])

export interface McpOptions {
  readonly http?: boolean
  readonly port?: number
  readonly client?: string
  readonly readOnly?: boolean
  readonly tools?: z.infer<typeof McpTools>
}

/** Serves one program over standard input and output, where nothing but the protocol is printed; or any, over HTTP. */
export async function mcp(place: Place, options: McpOptions): Promise<void> {
  if (options.http === true) return overHttp(place, options)
  const { client, readOnly = false, tools } = options
  // Loaded on use, so that the other commands start faster.
  const [{ Access }, { meetingPlace }, { serveMcpOverStdio }] = await Promise.all([
    import('../mcp/access.ts'),
    import('../mcp/keeper.ts'),
    import('../mcp/stdio.ts'),
  ])
  const how = { ...openingOf(place), watch: false, adoptOnOpen: false }
  const dir = folderOf(place)
  const open = (): Promise<Core> => openCore({ mode: 'cli', env: process.env, dir, ...how })
  const meeting = async (): Promise<string | null> => {
    const { app, memory } = await whereDataLives(process.env, dir)
    // These options hold for this process alone.
    return how.trust || how.hidden || how.history !== undefined ? null : meetingPlace(app, memory)
  }
  const offer = { readOnly, tools: tools ?? 'eight' } as const
  await serveMcpOverStdio(new Access({ name: client, ...offer }, open, meeting), offer)
}

/** Until a signal ends it. With `client`, prints a new token for that one. */
async function overHttp(
  place: Place,
  { client, readOnly = false, tools, port = USUAL_HTTP_PORT }: McpOptions,
): Promise<void> {
  const { openMcpHttpDoor } = await import('../mcp/http.ts')
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await withCore(
    { ...place, creates: true },
    async (core) => {
      const door = await openMcpHttpDoor(core, port, { readOnly, tools: tools ?? 'eight' })
      try {
        await print(`Other agents reach the memory at ${door.url}, each with a token: variorum clients NAME --token\n`)
        if (client !== undefined) await print(`Token of ${printable(client)}: ${await core.clients.newToken(client)}\n`)
        await ended
      } finally {
        await door.close()
      }
    },
    { watch: true },
  )
}
