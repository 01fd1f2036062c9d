import { t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { RestorePoint } from '../../shared/memory.ts'
import { pointLabel } from '../format/point-label.ts'
import { api, sentence } from './api.ts'
import { warnOf } from './attempt.ts'
import { createQuery } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'

/** The restore points, newest first, automatic ones included. */
export const usePoints = create<{ readonly points: readonly RestorePoint[] }>(() => ({ points: [] }))

export const pointsQuery = createQuery({
  ask: () => api.timeline.points.query(),
  put: (points) => usePoints.setState({ points }),
  drop: () => usePoints.setState({ points: [] }),
})

/** @returns why it was refused, or `null` */
export async function namePoint(name: string, commit: string): Promise<string | null> {
  try {
    await api.timeline.makePoint.mutate({ name, ref: commit })
    await pointsQuery.now()
    useStatusBar.getState().say(t`Restore point “${name}” added`)
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** Removes the name; the commit stays in the timeline. Undo restores the name. */
export async function forgetPoint(point: RestorePoint): Promise<void> {
  const { name, commit } = point
  try {
    await api.timeline.removePoint.mutate({ name })
    await pointsQuery.now()
    useStatusBar.getState().say(t`Restore point “${pointLabel(point)}” removed. The change is still in the timeline.`, {
      label: t`Undo`,
      run: () => void namePoint(name, commit),
    })
  } catch (error) {
    warnOf(error)
  }
}
