import type { WriteOutcome } from '../../shared/commit.ts'
import type { Move } from '../../shared/file-commands.ts'
import type { Store } from '../memory/store-interface.ts'
import type { PoliciesInForce } from './in-force.ts'
import type { PoliciesWriter } from './policies-writer.ts'

/** What no policy deletes. */
export interface Pins {
  /** Files, or folders with everything in them, as one commit; not while another change waits. */
  pin(paths: readonly string[], pinned: boolean): Promise<WriteOutcome>
  /**
   * To be called before the user moves files: what is pinned stays so under its new path. The old pin stays too, for when
   * the move is undone.
   */
  pinMoved(moves: readonly Move[]): Promise<void>
}

export function createPins(store: Store, inForce: PoliciesInForce, writer: PoliciesWriter): Pins {
  const pin: Pins['pin'] = (paths, pinned) =>
    writer.change((now) => {
      const others = now.pins.filter((other) => !paths.includes(other))
      return { ...now, pins: pinned ? [...others, ...paths] : others }
    })
  return {
    pin,
    async pinMoved(moves) {
      const added: string[] = []
      for (const { from, to } of moves) {
        const pinned = inForce.policies.pins.filter((path) => path === from || path.startsWith(`${from}/`))
        // Another file there must not be pinned because of a move that is refused.
        if (pinned.length > 0 && (await store.look(to)).kind === 'missing')
          added.push(...pinned.map((path) => to + path.slice(from.length)))
      }
      if (added.length > 0) await pin(added, true)
    },
  }
}
