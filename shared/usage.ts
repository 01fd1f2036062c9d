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

/** Prices by a model's id. Nobody keeps it up to date but the user. */
export const Prices = z.record(z.string().min(1).max(200), Price).readonly()
export type Prices = z.infer<typeof Prices>

/** When the prices below were last held against copies of published price lists; nobody asks for them again. */
export const PRICES_AS_OF = '2026-11-20'

/** Models with one price whatever the length of what they are sent; where that is not so, none stands here. */
export const DEFAULT_PRICES: Prices = {
  'claude-fable-5-1': { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 },
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  'claude-opus-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  'claude-sonnet-5': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
}

const MILLION = 1_000_000

/** The price of a model, or of one of its dated editions; `null` where it is not known. */
export function priceOf(model: string, prices: Prices): Price | null {
  return prices[model] ?? prices[model.replace(/-\d{8}$/, '')] ?? null
}

/** US dollars; `null` where the price is not known. */
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
