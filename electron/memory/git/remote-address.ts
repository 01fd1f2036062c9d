import * as nodePath from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../shared/errors.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { homeFolder } from '../../disk/home-folder.ts'

// What a person may enter as the address of a remote. Pure, but for the home folder. Source: git-fetch(1), "GIT URLS", and
// git's connect.c. What git would take for an option or for a program to start is refused.

export type RemoteKind = 'ssh' | 'https' | 'http' | 'git' | 'folder'

export interface RemoteAddress {
  readonly kind: RemoteKind
  /** As git gets it: without a password, and over HTTP without a user, too. For a folder its absolute path. */
  readonly url: string
  /** As the user may see it: without a password, and over HTTP without a user. */
  readonly shown: string
  /** The host, or the last name of the folder: what sentences call the remote. */
  readonly name: string
  /** Over HTTP only: in an address of SSH, the user is a part of `url`. */
  readonly user?: string
  readonly password?: string
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const DRIVE = /^[a-z]:[\\/]/i
const MAX_LENGTH = 4_096

type Refusal = Extract<MessageId, `remote-address-${string}`>

function refuse(why: Refusal): never {
  throw new AppError('bad-remote', say(why))
}

/** The address of a remote that a person entered. Throws `bad-remote`. */
export function parseRemoteAddress(text: string): RemoteAddress {
  const address = text.trim()
  if (address === '') refuse('remote-address-empty')
  if (CONTROL.test(address)) refuse('remote-address-control')
  if (address.startsWith('-') || address.length > MAX_LENGTH) refuse('remote-address-unknown')
  if (/^[^/\\]*::/.test(address) && !/^[^:]*\[/.test(address)) refuse('remote-address-transport')
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(address) ?? []
  if (scheme !== undefined) return withScheme(scheme.toLowerCase(), rest, address)
  const folder = absoluteFolder(address)
  if (folder !== null) return folderAddress(folder, address)
  return scpForm(address)
}

function withScheme(scheme: string, rest: string, address: string): RemoteAddress {
  switch (scheme) {
    case 'https':
    case 'http':
      return httpAddress(scheme, address)
    case 'ssh':
    case 'git+ssh':
    case 'ssh+git':
      return hostAddress('ssh', rest)
    case 'git':
      return hostAddress('git', rest)
    case 'file':
      return fileAddress(address)
    default:
      return refuse('remote-address-unknown')
  }
}

function httpAddress(kind: 'https' | 'http', address: string): RemoteAddress {
  // URL would take the first name of the path for a missing host.
  const parsed = /^[a-z]+:\/\/[^/\\?#]/i.test(address) ? URL.parse(address) : null
  if (parsed === null || parsed.hostname === '' || parsed.hostname.startsWith('-')) refuse('remote-address-unknown')
  const [user, password] = [decoded(parsed.username), decoded(parsed.password)]
  const path = parsed.pathname.replace(/\/+$/, '')
  const shown = `${kind}://${parsed.host}${path}`
  return {
    kind,
    url: `${shown}${parsed.search}`,
    shown,
    name: parsed.hostname,
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
  }
}

/** A password in it is left out: SSH takes none from there, and git's own protocol has none. */
function hostAddress(kind: 'ssh' | 'git', rest: string): RemoteAddress {
  const [, account, host = '', port = '', path = ''] =
    /^(?:([^@/]*)@)?(\[[^\]/]+\]|[^:/@[\]]+)(:\d*)?(\/.*)$/s.exec(rest) ?? []
  const user = account?.replace(/:.*$/s, '') ?? ''
  if (isRisky(decoded(host)) || isRisky(decoded(user)) || (kind === 'git' && account !== undefined))
    refuse('remote-address-unknown')
  // Git takes "/~name" for "~name".
  if (path.length < 2 || /^\/~?-/.test(decoded(path))) refuse('remote-address-unknown')
  const url = `${kind}://${user === '' ? '' : `${user}@`}${host}${port === ':' ? '' : port}${path}`
  return { kind, url, shown: url, name: decoded(host) }
}

/** `user@host:path`, where no slash comes before the colon. */
function scpForm(address: string): RemoteAddress {
  const [, user, host, path = ''] = /^(?:([^@/\\:]*)@)?(\[[^\]/]+\]|[^:/\\@[\]]+):(.+)$/s.exec(address) ?? []
  if (host === undefined) refuse(/[/\\.]/.test(address) ? 'remote-address-relative' : 'remote-address-unknown')
  if (isRisky(host) || (user !== undefined && (user === '' || isRisky(user))) || path.startsWith('-'))
    refuse('remote-address-unknown')
  return { kind: 'ssh', url: address, shown: address, name: host }
}

/** Of a host or a user: what a program could take for an option, or a shell for more than a name. */
const isRisky = (name: string): boolean => /^\[?-/.test(name) || /[\s'"`$;&|<>\\]/.test(name) || CONTROL.test(name)

function fileAddress(address: string): RemoteAddress {
  let path: string
  try {
    path = fileURLToPath(address)
  } catch {
    return refuse('remote-address-unknown')
  }
  if (!nodePath.isAbsolute(path) || CONTROL.test(path)) refuse('remote-address-unknown')
  return folderAddress(path, address)
}

function absoluteFolder(address: string): string | null {
  if (/^~(?:[/\\]|$)/.test(address)) return nodePath.join(homeFolder(), address.slice(1))
  if (address.startsWith('/') || address.startsWith('\\\\') || DRIVE.test(address)) return address
  return null
}

function folderAddress(path: string, shown: string): RemoteAddress {
  const pieces = path.split(/[/\\]/).filter((piece) => piece !== '')
  return { kind: 'folder', url: path, shown, name: pieces.at(-1) ?? path }
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text)
    return CONTROL.test(plain) ? refuse('remote-address-control') : plain
  } catch (error) {
    if (error instanceof AppError) throw error
    return refuse('remote-address-unknown')
  }
}
