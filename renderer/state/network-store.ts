import { create } from 'zustand'

/** Does this computer have a network at all? The system says so the moment it changes. */
export const useNetwork = create<{ readonly online: boolean }>(() => ({ online: navigator.onLine }))

for (const event of ['online', 'offline'])
  window.addEventListener(event, () => useNetwork.setState({ online: navigator.onLine }))
