/** Whether what is sent to this address stays on this computer. */
export function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(address)?.hostname ?? '')
}

/** Whether the service needs no network. Nobody but the system itself answers for names that end like these. */
export function isLocalUrl(address: string): boolean {
  return isLoopback(address) || /\.(?:localhost|invalid)$/.test(URL.parse(address)?.hostname ?? '')
}
