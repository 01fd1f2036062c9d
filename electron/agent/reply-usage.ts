import type { RequestUsage, Step } from '../../shared/usage.ts'
import type { WireCounts, WireUsage } from './wire.ts'

// What a server counted for one answer, from its reports while it streams. Pure.

/** What was reported so far, with a later report: counts are cumulative. */
export function latestCounts(earlier: WireUsage, reported: WireUsage): WireUsage {
  const known = Object.entries(reported).filter(([, value]) => value !== null && value !== undefined)
  return { ...earlier, ...Object.fromEntries(known) }
}

/** The report at an answer's start. Its count of what was written is only a beginning. */
export function countsAtStart(reported: WireUsage): WireUsage {
  return { ...reported, output_tokens: undefined }
}

/** The steps of the answer, in order. A summary's tokens come on top of the answer's. */
export function usageFrom(reported: WireUsage): RequestUsage {
  const entries = reported.iterations ?? []
  const thoughts = reported.output_tokens_details?.thinking_tokens ?? null
  const answers = entries.filter(({ type }) => type === 'message').map((entry) => stepOf('answer', entry))
  const answered = answers.length === 0 ? [stepOf('answer', reported)] : answers
  return [
    ...entries.filter(({ type }) => type === 'compaction').map((entry) => stepOf('summary', entry)),
    // The thoughts of all steps are counted together.
    ...answered.map((step, at) => (at === answered.length - 1 ? { ...step, thoughts } : step)),
  ].filter(({ input, output }) => input !== null || output !== null)
}

/** Nobody is sent nothing or answers nothing: a zero there is a server that does not count. */
function stepOf(kind: Step['kind'], counts: WireCounts): Step {
  const cacheRead = counts.cache_read_input_tokens ?? 0
  const written = counts.cache_creation_input_tokens ?? 0
  const cacheWriteHour = Math.min(written, counts.cache_creation?.ephemeral_1h_input_tokens ?? 0)
  const input = counts.input_tokens ?? 0
  return {
    kind,
    input: input + cacheRead + written === 0 ? null : input,
    output: counts.output_tokens || null,
    cacheRead,
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    thoughts: null,
  }
}
