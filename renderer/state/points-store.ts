import { t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { RestorePoint } from '../../shared/memory.ts'
import { afterBurst } from './after-burst.ts'
import { api, sentence } from './api.ts'
import { useStatusBar } from './status-bar-store.ts'

/** The named states of the store, newest first, the ones it made itself among them. */
export const usePoints = create<{ readonly points: readonly RestorePoint[] }>(() => ({ points: [] }))

export async function loadPoints(): Promise<void> {
  usePoints.setState({ points: await api.timeline.points.query() })
}

export const soonLoadPoints = afterBurst(300, loadPoints)

/** @returns why it was refused; `null` when the point has its name */
export async function namePoint(name: string, commit: string): Promise<string | null> {
  try {
    await api.timeline.makePoint.mutate({ name, ref: commit })
    await loadPoints()
    useStatusBar.getState().say(t`Named: this point is “${name}”`)
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** Takes the name away; what it named stays in the timeline. Undo gives it back. */
export async function forgetPoint({ name, commit }: RestorePoint): Promise<void> {
  try {
    await api.timeline.removePoint.mutate({ name })
    await loadPoints()
    useStatusBar.getState().say(t`Removed: the name “${name}”. The point itself stays.`, {
      label: t`Undo`,
      run: () => void namePoint(name, commit),
    })
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
  }
}

/** The name people gave a point, or what an automatic one was made before. */
export function pointLabel({ name, automatic, madeAt }: RestorePoint): string {
  return automatic ? name.replace(`, ${madeAt}`, '').replace(/, \d{4}-\d\d-\d\dT[\d:.]+Z$/, '') : name
}
