import { say } from '../../shared/messages/say.ts'
import type { Core } from '../core.ts'
import { Queue } from '../disk/queue.ts'
import type { McpHttpDoor } from './http.ts'

/** Keeps the door for other agents open at the port that the settings name, for as long as the app runs. */
export function followHttpSetting(core: Core): { close(): Promise<void> } {
  const queue = new Queue()
  let [port, door]: [number | null, McpHttpDoor | null] = [null, null]
  const shut = async (): Promise<void> => {
    const open = door
    ;[port, door] = [null, null]
    await open?.close()
  }
  const follow = (): Promise<void> =>
    queue.run(async () => {
      const { httpPort } = core.settings
      if (httpPort === port) return
      await shut()
      port = httpPort
      try {
        // Loaded on use: few open this door.
        const { openMcpHttpDoor } = await import('./http.ts')
        door = httpPort === null ? null : await openMcpHttpDoor(core, httpPort, { tools: 'eight', readOnly: false })
        core.httpDoor.tell({ url: door?.url ?? null, problem: null })
      } catch {
        core.httpDoor.tell({ url: null, problem: say('http-door-shut', { port: httpPort ?? 0 }) })
      }
    })
  const stop = core.on(({ type }) => {
    if (type === 'settings.changed') void follow()
  })
  void follow()
  return {
    async close() {
      stop()
      await queue.run(shut)
    },
  }
}
