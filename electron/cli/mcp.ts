import { z } from 'zod'
import { openCore } from '../core.ts'
import { folderOf, type Place } from './place.ts'

export const McpTools = z.enum(['memory'])

export interface McpOptions {
  readonly client?: string
  readonly readOnly?: boolean
  readonly tools?: z.infer<typeof McpTools>
}

/** Serves one program over standard input and output. Nothing but the protocol is printed there. */
export async function mcp(place: Place, { client, readOnly = false, tools }: McpOptions): Promise<void> {
  // Loaded on use, so that the other commands start faster.
  const { serveMcpOverStdio } = await import('../mcp/stdio.ts')
  const how = { trust: place.trust === true, hidden: place.hidden === true, watch: false, adoptOnOpen: false }
  const core = openCore({ mode: 'cli', env: process.env, dir: folderOf(place), ...how })
  await serveMcpOverStdio(core, { name: client, readOnly, tools: tools ?? 'eight' })
}
