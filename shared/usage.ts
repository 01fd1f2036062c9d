import { z } from 'zod'

/** What a turn used, in tokens, all of its requests together. */
export const TurnUsage = z
  .object({
    /** Read anew, neither from the cache nor into it. */
    input: z.number(),
    output: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    /** How full the context was when the turn ended. */
    context: z.number(),
  })
  .readonly()
export type TurnUsage = z.infer<typeof TurnUsage>

const dollars = z.number().min(0).max(100_000)

/** US dollars for a million tokens. */
export const Price = z.object({ input: dollars, output: dollars, cacheRead: dollars, cacheWrite: dollars }).readonly()
export type Price = z.infer<typeof Price>

/** Prices by the beginning of a model's id; the longest that fits counts. Nobody keeps it up to date but the user. */
export const Prices = z.record(z.string().min(1).max(200), Price).readonly()
export type Prices = z.infer<typeof Prices>

export const DEFAULT_PRICES: Prices = {
  'claude-opus-4-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-4-5': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
}

/** US dollars; `null` where the price is not known. */
export function costOf(usage: TurnUsage, model: string, prices: Prices): number | null {
  const [best] = Object.entries(prices).filter(([id]) => model.startsWith(id)).toSorted(([one], [other]) => other.length - one.length)
  if (best === undefined) return null
  const [, price] = best
  return (usage.input * price.input + usage.output * price.output + usage.cacheRead * price.cacheRead + usage.cacheWrite * price.cacheWrite) / 1_000_000
}
