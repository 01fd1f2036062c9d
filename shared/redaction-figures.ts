import type { Certainty, DetectorGroup } from './policy.ts'

/** In percent: of what should be found, and of notes that hold nothing. */
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
 * How well each level did on the last outside set. Shown beside the levels, as figures and never as a promise.
 * PLACEHOLDERS of the right shape: replace them by measured numbers before a release.
 */
export const REDACTION_FIGURES: RedactionFigures = {
  measuredOn: '2026-11-22',
  sets: { secrets: 1_000, innocent: 700 },
  byLevel: {
    secrets: {
      certain: { found: 55, falseAlarms: 0.1 },
      usual: { found: 92, falseAlarms: 1 },
      broad: { found: 95, falseAlarms: 2 },
    },
    payment: {
      certain: { found: 80, falseAlarms: 0.1 },
      usual: { found: 95, falseAlarms: 0.5 },
      broad: { found: 97, falseAlarms: 1 },
    },
    personal: {
      certain: { found: 60, falseAlarms: 0.3 },
      usual: { found: 90, falseAlarms: 1.5 },
      broad: { found: 94, falseAlarms: 3 },
    },
  },
}
