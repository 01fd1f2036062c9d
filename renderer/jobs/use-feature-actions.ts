import { t } from '@lingui/core/macro'
import type { RefObject } from 'react'
import type { FeatureEdit } from '../../shared/jobs/features.ts'
import type { CheckedFeature, Job } from '../../shared/jobs/job.ts'
import { editChecklist, judgeTick } from '../state/jobs-store.ts'
import { shortened } from './job-words.ts'

export interface FeatureActions {
  readonly tick: (feature: CheckedFeature, evidence: string) => Promise<boolean>
  readonly untick: (feature: CheckedFeature) => void
  readonly reword: (feature: CheckedFeature, what: string, check: string) => Promise<boolean>
  /** @param to its place, from 0 */
  readonly move: (feature: CheckedFeature, to: number) => void
  /** Moves the feature of this id. */
  readonly drop: (id: string, to: number) => void
  readonly remove: (feature: CheckedFeature) => void
  readonly judge: (feature: CheckedFeature) => Promise<boolean>
  /** Focuses the row that many places on. */
  readonly step: (feature: CheckedFeature, by: number) => void
  readonly count: number
}

/** What the user does to a feature: each ends in the status bar, with Undo. */
export function useFeatureActions(
  job: Job,
  features: readonly CheckedFeature[],
  list: RefObject<HTMLElement | null>,
): FeatureActions {
  const rows = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
  const focusRow = (at: number): void => rows()[Math.max(0, Math.min(rows().length - 1, at))]?.focus()
  const indexOf = ({ id }: CheckedFeature): number => features.findIndex((other) => other.id === id)
  const edit = (edit: FeatureEdit, said: string): Promise<boolean> => editChecklist(job, edit, said)
  const remove = async (feature: CheckedFeature): Promise<void> => {
    const at = indexOf(feature)
    if (await edit({ kind: 'remove', id: feature.id }, t`Removed: “${named(feature)}” is no longer in the list`))
      focusRow(at)
  }
  const move = async (feature: CheckedFeature, to: number): Promise<void> => {
    if (to === indexOf(feature) || to < 0 || to >= features.length) return
    const place = to + 1
    if (await edit({ kind: 'move', id: feature.id, to }, t`Moved: “${named(feature)}” is now number ${place}`))
      focusRow(to)
  }
  return {
    tick: (feature, evidence) =>
      edit({ kind: 'tick', id: feature.id, evidence }, t`Ticked: “${named(feature)}” is done`),
    untick: (feature) => void edit({ kind: 'untick', id: feature.id }, t`Unticked: “${named(feature)}” is open again`),
    reword: (feature, what, check) =>
      edit({ kind: 'reword', id: feature.id, what, check }, t`Changed: the step now says “${shortened(what)}”`),
    move: (feature, to) => void move(feature, to),
    drop: (id, to) => {
      const feature = features.find((other) => other.id === id)
      if (feature !== undefined) void move(feature, to)
    },
    remove: (feature) => void remove(feature),
    judge: (feature) => judgeTick(job.name, feature.id),
    step: (feature, by) => focusRow(indexOf(feature) + by),
    count: features.length,
  }
}

const named = ({ what }: CheckedFeature): string => shortened(what)
