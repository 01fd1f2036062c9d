import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Call, type Reply, type Turn, wireOf } from './wires.ts'

// A model that does as it is told, for programs that speak any of four services' protocols. It keeps no state: which
// step comes next follows from the results in a request, so that a program may ask again.

/** What the model does: each step with the result of the one before. It may be run from its start again and again. */
export type Script = () => Generator<Call, string, string>

export interface ScriptedModel {
  /** The port it listens at, unless it is a socket. */
  readonly port: number
  /** The turns it was asked for, oldest first, without those that are offered no tool, such as for a title. */
  readonly turns: readonly Turn[]
  close(): Promise<void>
}

/** @param where the path of a socket; a port of this computer if left out */
export async function startScriptedModel(script: Script, where?: string): Promise<ScriptedModel> {
  const turns: Turn[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wire = wireOf(request.url ?? '')
    if (wire === null || request.method !== 'POST') {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":{"message":"not here"}}')
      return
    }
    const body = await text(request)
    const turn = wire.read(body)
    if (turn.offered.length > 0) turns.push(turn)
    const reply = turn.offered.length === 0 ? { say: 'A title' } : next(script, turn.results)
    const events = wire.write(turn, reply)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: String(error) }))
    })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  if (where === undefined) server.listen(0, '127.0.0.1', resolve)
  else server.listen(where, resolve)
  await promise
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    turns,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function next(script: Script, results: readonly string[]): Reply {
  const steps = script()
  let step = steps.next()
  for (const result of results) if (step.done !== true) step = steps.next(result)
  return step.done === true ? { say: step.value } : step.value
}
