import { t } from '@lingui/core/macro'
import type { Commit, WriteOutcome } from '../../shared/commit.ts'
import { worded } from '../format/worded.ts'
import { warnOf } from './attempt.ts'
import { type StatusAction, useStatusBar } from './status-bar-store.ts'

export type Committed = Extract<WriteOutcome, { readonly kind: 'committed' }>

export type ActionOutcome = (
  | WriteOutcome
  | { readonly kind: 'missing' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'nothing'; readonly message?: string }
) & {
  /** What the user may still do about a refusal. */
  readonly action?: StatusAction
}

/** Says in the status bar why nothing was written. @returns the commit, or `null` without one */
export function reportOutcome(outcome: ActionOutcome): Commit | null {
  const { say, warn } = useStatusBar.getState()
  switch (outcome.kind) {
    case 'committed':
      return outcome.commit
    case 'conflict':
    case 'held':
      warn(worded(outcome.reason))
      return null
    case 'refused':
      warn(
        outcome.action === undefined
          ? worded(outcome.reason)
          : t`${worded(outcome.reason)} If you go ahead anyway, what you bring back will be in the memory and its history again, where the agent can read it.`,
        outcome.action,
      )
      return null
    case 'nothing':
      say(outcome.message ?? t`Nothing to undo.`)
      return null
    case 'missing':
      warn(t`The file no longer exists. Nothing was changed.`)
      return null
    case 'exists':
      warn(t`A file with that name already exists. Nothing was changed.`)
      return null
  }
}

/** Runs a write and reports how it went, a thrown error included. @returns the outcome if there is a commit */
export async function attemptWrite(write: () => Promise<ActionOutcome>): Promise<Committed | null> {
  try {
    const outcome = await write()
    reportOutcome(outcome)
    return outcome.kind === 'committed' ? outcome : null
  } catch (error) {
    warnOf(error)
    return null
  }
}
