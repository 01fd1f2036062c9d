import { expect, test } from 'vitest'
import { RandomConversation } from './testing/random-conversation.ts'

// Conversations of random steps with a service that answers at random and refuses what real ones refuse.
// `npm run long -- random-conversations` has more of them, and longer ones.

const { VARIORUM_LONG: LONG, VARIORUM_SEED: SEED } = process.env
const STEPS = LONG === undefined ? 12 : 30
const TIMEOUT_MS = LONG === undefined ? 60_000 : 3_600_000

const SEEDS = Array.from({ length: Number(LONG ?? 4) }, (_, n) => Number(SEED ?? 1) + n)

test.each(SEEDS)(
  'random conversation %i',
  async (seed) => {
    expect.hasAssertions()
    const talk = await RandomConversation.begin(seed)
    for (let n = 0; n < STEPS; n += 1) await talk.step()
    await talk.conclude()
  },
  TIMEOUT_MS,
)
