import { create } from 'zustand'

/** Whether this computer is online, as the system reports it. */
export const useNetwork = create<{ readonly online: boolean }>(() => ({ online: navigator.onLine }))

for (const event of ['online', 'offline'])
  window.addEventListener(event, () => useNetwork.setState({ online: navigator.onLine }))
