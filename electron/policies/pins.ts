import type { WriteOutcome } from '../../shared/commit.ts'
import type { Move } from '../../shared/file-commands.ts'
import { pathMatcher } from '../../shared/globs.ts'
import type { MoveOutcome, Store } from '../memory/store-interface.ts'
import type { PoliciesInForce } from './in-force.ts'
import type { PoliciesWriter } from './policies-writer.ts'

/** What no policy deletes. */
export interface Pins {
  /** Files, or folders with everything in them, as one commit; not while another change waits. */
  pin(paths: readonly string[], pinned: boolean): Promise<WriteOutcome>
  /**
   * Moves what the user moves, with its pins. They are added before, so that Undo takes back the move first, and the old
   * ones stay for that. Nothing is moved if it cannot stay pinned.
   */
  movePinned(moves: readonly Move[], move: () => Promise<MoveOutcome>): Promise<MoveOutcome>
}

export function createPins(store: Store, inForce: PoliciesInForce, writer: PoliciesWriter): Pins {
  const pin: Pins['pin'] = (paths, pinned) =>
    writer.change((now) => {
      const others = now.pins.filter((other) => !paths.includes(other))
      return { ...now, pins: pinned ? [...others, ...paths] : others }
    })
  return {
    pin,
    async movePinned(moves, move) {
      const { pins } = inForce.policies
      const added: string[] = []
      for (const each of moves) if (await mayMove(store, each)) added.push(...pinsOf(each, pins))
      const missing = added.filter((path) => !pins.includes(path))
      if (missing.length === 0) return move()
      const pinned = await pin(missing, true)
      if (pinned.kind !== 'committed') return pinned
      const outcome = await move()
      if (outcome.kind !== 'committed') await pin(missing, false)
      return outcome
    },
  }
}

/** The pins that keep pinned what is moved, under its new path. */
function pinsOf({ from, to }: Move, pins: readonly string[]): readonly string[] {
  const inside = pins.filter((path) => path === from || path.startsWith(`${from}/`))
  if (inside.length > 0) return inside.map((path) => to + path.slice(from.length))
  const isPinned = pathMatcher(pins)
  return isPinned(from) && !isPinned(to) ? [to] : []
}

/** A move that will be refused changes no pins. Where names differ in case only, the file itself is found at both. */
async function mayMove(store: Store, { from, to }: Move): Promise<boolean> {
  const isSame = from.toLowerCase() === to.toLowerCase()
  return (await store.look(from)).kind !== 'missing' && (isSame || (await store.look(to)).kind === 'missing')
}
