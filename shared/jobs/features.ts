import { z } from 'zod'

/** Where a feature is; only an end-to-end check makes it done. */
export const FeatureState = z.enum(['open', 'doing', 'done'])
export type FeatureState = z.infer<typeof FeatureState>

/** One feature of a job, as `features.json` has it. The agent writes that file, so nothing in it is trusted. */
export const Feature = z
  .object({
    id: z.string().trim().min(1).max(60),
    what: z.string().trim().min(1),
    /** How it is checked, end to end. */
    check: z.string().default(''),
    state: FeatureState.default('open'),
    /** What shows that the check succeeded; null or empty while it has not. */
    evidence: z.string().nullable().default(null),
  })
  .readonly()
export type Feature = z.infer<typeof Feature>

/** A change that the user makes to a checklist. */
export const FeatureEdit = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('tick'), id: z.string(), evidence: z.string().trim().min(1).max(2000) }),
    /** Open again; the evidence goes, since it no longer shows anything. */
    z.object({ kind: z.literal('untick'), id: z.string() }),
    z.object({
      kind: z.literal('reword'),
      id: z.string(),
      what: z.string().trim().min(1).max(2000),
      check: z.string().trim().max(2000),
    }),
    /** @param to its place in the list, from 0 */
    z.object({ kind: z.literal('move'), id: z.string(), to: z.number().int().min(0) }),
    z.object({
      kind: z.literal('add'),
      what: z.string().trim().min(1).max(2000),
      check: z.string().trim().max(2000),
    }),
    z.object({ kind: z.literal('remove'), id: z.string() }),
  ])
  .readonly()
export type FeatureEdit = z.infer<typeof FeatureEdit>
