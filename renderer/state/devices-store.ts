import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Device, DevicesChange, DevicesState } from '../../shared/devices.ts'
import { api } from './api.ts'
import { attempt, orWarn } from './attempt.ts'
import { createQuery } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'

interface Known {
  /** Null until it is known. */
  readonly state: DevicesState | null
  readonly problem: string | null
}

/** The devices that share the open store, and their remote. */
export const useDevices = create<Known>(() => ({ state: null, problem: null }))

export const devicesQuery = createQuery({
  ask: () => api.devices.state.query(),
  put: (state) => useDevices.setState({ state, problem: null }),
  onProblem: (problem) => useDevices.setState({ problem }),
  drop: () => useDevices.setState({ state: null, problem: null }),
})

/** Another device of the store by its id; undefined for this one, and for one that is not known. */
export function useDevice(id: string | null | undefined): Device | undefined {
  const devices = useDevices(({ state }) => state?.devices)
  return devices?.find((device) => device.id === id && device.state !== 'here')
}

export const changeDevices = (change: DevicesChange): Promise<boolean> =>
  attempt(() => api.devices.change.mutate(change), devicesQuery)

/** @returns whether it worked */
export const share = (remote: { readonly address: string } | null): Promise<boolean> =>
  attempt(() => api.devices.share.mutate(remote), devicesQuery)

/** A round, and what came of it in the status bar; why it did not work is shown where the remote is. */
export async function syncNow(join = false): Promise<void> {
  const outcome = await orWarn(() => api.devices.sync.mutate({ join }))
  await devicesQuery.now()
  if (outcome === null || outcome.problem !== null) return
  const { pushed, pulled, waiting } = outcome
  const [sent, received] = [
    plural(pushed, { one: '# change sent', other: '# changes sent' }),
    plural(pulled, { one: '# received', other: '# received' }),
  ]
  const told = waiting === 0 ? '' : plural(waiting, { one: '# to decide', other: '# to decide' })
  const { say } = useStatusBar.getState()
  if (pushed + pulled === 0) say(t`All devices have the same.`)
  else say(told === '' ? t`${sent}, ${received}.` : t`${sent}, ${received}, ${told}.`)
}
