import { readFileSync, statSync } from 'node:fs'
import * as nodePath from 'node:path'

/** What decides whether Chromium's sandbox can start on a Linux. */
export interface SandboxFacts {
  readonly isRoot: boolean
  /** The kernel's switches, as it writes them; `null` where it has no such switch. */
  readonly restrictedByAppArmor: string | null
  readonly unprivilegedUserNamespaces: string | null
  readonly maxUserNamespaces: string | null
  /** The helper beside Electron's binary; `null` when there is none. */
  readonly helper: { readonly owner: number; readonly mode: number } | null
}

/** Why Electron could not start its sandbox here, as the start of a sentence; `null` when it can. */
export function whyNoSandbox(facts: SandboxFacts): string | null {
  if (facts.isRoot) return 'Electron does not start its sandbox for root'
  const isHelperUsable = facts.helper?.owner === 0 && (facts.helper.mode & 0o7777) === 0o4755
  if (isHelperUsable) return null
  if (facts.restrictedByAppArmor === '1')
    return 'Electron cannot start its sandbox here (AppArmor restricts user namespaces, and chrome-sandbox is not owned by root with mode 4755)'
  if (facts.unprivilegedUserNamespaces === '0' || facts.maxUserNamespaces === '0')
    return 'Electron cannot start its sandbox here (user namespaces are switched off, and chrome-sandbox is not owned by root with mode 4755)'
  return null
}

/** @param binary Electron's */
export function sandboxFacts(binary: string): SandboxFacts {
  const helper = statSync(nodePath.join(nodePath.dirname(binary), 'chrome-sandbox'), { throwIfNoEntry: false })
  return {
    isRoot: process.getuid?.() === 0,
    restrictedByAppArmor: kernelSwitch('kernel/apparmor_restrict_unprivileged_userns'),
    unprivilegedUserNamespaces: kernelSwitch('kernel/unprivileged_userns_clone'),
    maxUserNamespaces: kernelSwitch('user/max_user_namespaces'),
    helper: helper === undefined ? null : { owner: helper.uid, mode: helper.mode },
  }
}

function kernelSwitch(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return null // this kernel does not have it
  }
}
