import { t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Device, DevicesChange, DevicesState } from '../../shared/devices.ts'
import { api, sentence } from './api.ts'
import { attempt, orWarn } from './attempt.ts'
import { createQuery } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'
import { outcomeText } from './sync-outcome.ts'

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

/** Asks how much the remote lacks, if there is one, once a burst of changes is over. */
export function soonAskWhatToSend(): void {
  if (useDevices.getState().state?.remote != null) devicesQuery.soon()
}

/** Another device of the store by its id; undefined for this one, and for one that is not known. */
export function useDevice(id: string | null | undefined): Device | undefined {
  const devices = useDevices(({ state }) => state?.devices)
  return devices?.find((device) => device.id === id && device.state !== 'here')
}

export const changeDevices = (change: DevicesChange): Promise<boolean> =>
  attempt(() => api.devices.change.mutate(change), devicesQuery)

export async function admitDevice({ code, name }: Device): Promise<void> {
  if (await changeDevices({ admit: code })) useStatusBar.getState().say(t`Admitted: ${name}`)
}

export async function removeDevice({ code, name }: Device): Promise<void> {
  if (await changeDevices({ remove: code })) useStatusBar.getState().say(t`Removed: ${name}`)
}

/** @returns why it did not work; null if it did */
export async function share(remote: { readonly address: string } | null): Promise<string | null> {
  try {
    await api.devices.share.mutate(remote)
    await devicesQuery.now()
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** A round, and what came of it in the status bar; why it did not work is shown where the remote is. */
export async function syncNow(join = false): Promise<void> {
  const outcome = await orWarn(() => api.devices.sync.mutate({ join }))
  await devicesQuery.now()
  if (outcome !== null && outcome.problem === null) useStatusBar.getState().say(outcomeText(outcome))
}
