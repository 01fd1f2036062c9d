import { z } from 'zod'

/** The tokens of all requests of a turn. */
export const TurnUsage = z
  .object({
    /** Processed without the cache. */
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

/** US dollars per million tokens. */
export const Price = z.object({ input: dollars, output: dollars, cacheRead: dollars, cacheWrite: dollars }).readonly()
export type Price = z.infer<typeof Price>

/** Prices by model id. Only the user keeps it up to date. */
export const Prices = z.record(z.string().min(1).max(200), Price).readonly()
export type Prices = z.infer<typeof Prices>

/** When the prices below were last compared with published price lists; they are not updated automatically. */
export const PRICES_AS_OF = '2026-11-20'

/** Models whose price does not depend on the length of the request; others are not listed. */
export const DEFAULT_PRICES: Prices = {
  'claude-fable-5-1': { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 },
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  'claude-opus-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  'claude-sonnet-5': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
}

const MILLION = 1_000_000

/** The price of a model, or of one of its dated versions; `null` if unknown. */
export function priceOf(model: string, prices: Prices): Price | null {
  return prices[model] ?? prices[model.replace(/-\d{8}$/, '')] ?? null
}

/** US dollars; `null` if the price is unknown. */
export function costOf(usage: Omit<TurnUsage, 'context'>, model: string, prices: Prices): number | null {
  const price = priceOf(model, prices)
  if (price === null) return null
  return (
    (usage.input * price.input +
      usage.output * price.output +
      usage.cacheRead * price.cacheRead +
      usage.cacheWrite * price.cacheWrite) /
    MILLION
  )
}
