import type { Certainty, DetectorGroup } from './policy.ts'

/** In percent: of the values that should go, and of the tempting texts and notes that hold none. */
export interface LevelFigures {
  readonly found: number
  readonly falseAlarms: number
}

export interface RedactionFigures {
  /** "2026-11-22". */
  readonly measuredOn: string
  /** The texts it was measured on; their authors saw neither the rules nor the texts these were made from. */
  readonly sets: { readonly secrets: number; readonly innocent: number }
  readonly byLevel: Readonly<Record<DetectorGroup, Readonly<Record<Certainty, LevelFigures>>>>
}

/**
 * How well each level did on the last outside set while that was fresh (`bench/outside-set.ts`). Shown beside the levels, as
 * figures and never as a promise.
 */
export const REDACTION_FIGURES: RedactionFigures = {
  measuredOn: '2026-11-22',
  sets: { secrets: 1_064, innocent: 471 },
  byLevel: {
    secrets: {
      certain: { found: 33, falseAlarms: 0.4 },
      usual: { found: 90, falseAlarms: 2.1 },
      broad: { found: 91, falseAlarms: 5.5 },
    },
    payment: {
      certain: { found: 50, falseAlarms: 0 },
      usual: { found: 96, falseAlarms: 0 },
      broad: { found: 96, falseAlarms: 0 },
    },
    personal: {
      certain: { found: 38, falseAlarms: 0 },
      usual: { found: 92, falseAlarms: 0.2 },
      broad: { found: 92, falseAlarms: 0.4 },
    },
  },
}
