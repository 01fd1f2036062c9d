import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

let known: string | null = null

/** The host name with the pid namespace, since a container numbers its processes for itself. */
export function hostName(): string {
  known ??= `${hostname()} ${pidNamespace()}`.trimEnd()
  return known
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return '' // Only Linux has it.
  }
}
