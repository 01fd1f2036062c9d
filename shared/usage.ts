import { z } from 'zod'

const tokens = z.number().min(0)

/**
 * One time that a model read and wrote: an answer, or the summary of what came before it. Tokens; `null` for what the
 * server did not count.
 */
export const Step = z
  .object({
    kind: z.enum(['answer', 'summary']).default('answer'),
    /** Processed without the cache. */
    input: tokens.nullable(),
    /** Thoughts included. */
    output: tokens.nullable(),
    cacheRead: tokens,
    /** Written into the cache, for five minutes and for an hour. */
    cacheWrite: tokens,
    cacheWriteHour: tokens.default(0),
    thoughts: tokens.nullable().default(null),
  })
  .readonly()
export type Step = z.infer<typeof Step>

/** What the server counted for one request; empty if it counted nothing. Earlier versions kept a single step. */
export const RequestUsage = z.union([z.array(Step).readonly(), Step.transform((step) => [step])])
export type RequestUsage = readonly Step[]

/** A sum, and whether everything in it is known; if not, it is a minimum. */
export interface Sum {
  readonly known: number
  readonly isWhole: boolean
}

const NOTHING: Sum = { known: 0, isWhole: true }

export function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => Sum): Sum {
  return items
    .map(amountOf)
    .reduce((all, { known, isWhole }) => ({ known: all.known + known, isWhole: all.isWhole && isWhole }), NOTHING)
}

/** The tokens of one kind in some requests. */
export function tokensIn(requests: readonly RequestUsage[], kind: keyof Omit<Step, 'kind'>): Sum {
  return overSteps(requests, (step) => counted(step[kind]))
}

/** How full the context was after the last answer, as far as it was counted; `null` if that is unknown. */
export function contextAfter(requests: readonly RequestUsage[]): number | null {
  const last = requests.flat().findLast(({ kind, input }) => kind === 'answer' && input !== null)
  return last === undefined ? null : promptOf(last) + (last.output ?? 0)
}

/** All that a step was sent. */
export function promptOf({ input, cacheRead, cacheWrite, cacheWriteHour }: Step): number {
  return (input ?? 0) + cacheRead + cacheWrite + cacheWriteHour
}

function counted(amount: number | null): Sum {
  return { known: amount ?? 0, isWhole: amount !== null }
}

/** A request of which nothing was counted makes every sum a minimum. */
function overSteps(requests: readonly RequestUsage[], amountOf: (step: Step) => Sum): Sum {
  return sumOf(requests, (steps) => (steps.length === 0 ? counted(null) : sumOf(steps, amountOf)))
}

const dollars = z.number().min(0).max(100_000)

const rates = {
  input: dollars,
  output: dollars,
  cacheRead: dollars,
  /** For five minutes. */
  cacheWrite: dollars,
  /** For an hour; twice the input where it is left out. */
  cacheWriteHour: dollars.optional(),
}
/** US dollars per million tokens. */
export const Rates = z.object(rates).readonly()
export type Rates = z.infer<typeof Rates>

/** A model's price; it may be another for steps that are sent more than a number of tokens. */
export const Price = z
  .object({
    ...rates,
    long: z
      .object({ above: z.number().int().min(1), ...rates })
      .readonly()
      .optional(),
  })
  .readonly()
export type Price = z.infer<typeof Price>

/** Prices by model id. Only the user keeps it up to date. */
export const Prices = z.record(z.string().min(1).max(200), Price).readonly()
export type Prices = z.infer<typeof Prices>

/** When the prices below were last compared with published price lists; they are not updated automatically. */
export const PRICES_AS_OF = '2026-11-20'

const OPUS_UNTIL_5: Price = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }
const SONNET_4: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }

export const DEFAULT_PRICES: Prices = {
  'claude-fable-5-1': { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 },
  'claude-fable-5': { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  'claude-opus-5': OPUS_UNTIL_5,
  'claude-opus-4-8': OPUS_UNTIL_5,
  'claude-opus-4-7': OPUS_UNTIL_5,
  'claude-opus-4-6': OPUS_UNTIL_5,
  'claude-opus-4-5': OPUS_UNTIL_5,
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  'claude-sonnet-5': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  'claude-sonnet-4-6': SONNET_4,
  'claude-sonnet-4-5': SONNET_4,
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheRead: 0.01,
    cacheWrite: 0.125,
    long: { above: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 },
  },
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
}

const MILLION = 1_000_000

/** The price of a model, or of one of its dated versions; `null` if unknown. */
export function priceOf(model: string, prices: Prices): Price | null {
  return prices[model] ?? prices[model.replace(/-\d{8}$/, '')] ?? null
}

/** The price of writing into the cache for an hour. */
export function hourRate({ input, cacheWriteHour }: Rates): number {
  return cacheWriteHour ?? 2 * input
}

/** What some requests to one model cost, in US dollars. Each step has the price of its own length. */
export function costOf(requests: readonly RequestUsage[], model: string, prices: Prices): Sum {
  const price = priceOf(model, prices)
  return overSteps(requests, (step) => (price === null ? counted(null) : costOfStep(step, price)))
}

function costOfStep(step: Step, price: Price): Sum {
  const at = price.long !== undefined && promptOf(step) > price.long.above ? price.long : price
  const amount =
    (step.input ?? 0) * at.input +
    (step.output ?? 0) * at.output +
    step.cacheRead * at.cacheRead +
    step.cacheWrite * at.cacheWrite +
    step.cacheWriteHour * hourRate(at)
  return { known: amount / MILLION, isWhole: step.input !== null && step.output !== null }
}
