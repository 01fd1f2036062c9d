import type { ClientRightsChange, KnownClient } from '../../shared/clients.ts'
import { print } from './output.ts'
import { printable, withCore, type Place } from './place.ts'

export interface ClientsOptions extends ClientRightsChange {
  readonly token?: boolean
  readonly json?: boolean
}

/** Lists the agents of others, or changes what one of them may do. */
export async function clients(
  place: Place,
  name: string | undefined,
  { json = false, token, ...change }: ClientsOptions,
): Promise<void> {
  await withCore(place, async (core) => {
    if (name !== undefined && Object.keys(change).length > 0) await core.clients.change(name, change)
    if (name !== undefined && token === true) return print(`${await core.clients.newToken(name)}\n`)
    if (name !== undefined && token === false) await core.clients.revokeToken(name)
    const listed = (await core.clients.list()).filter((each) => name === undefined || each.name === name)
    if (json) await print(`${JSON.stringify(listed)}\n`)
    else await print(listed.length === 0 ? 'No other agent has used a memory here.\n' : listed.map(line).join(''))
  })
}

const ACCESS = {
  write: 'reads and writes',
  ask: 'reads, and asks before it writes',
  read: 'reads',
  none: 'is kept out',
} as const

function line({ name, access, trusted, folder, use }: KnownClient): string {
  const trust = `${trusted ? ', trusted' : ''}${folder === '' ? '' : `, only ${folder}/`}`
  const did =
    use === null
      ? 'never seen'
      : `last seen ${use.lastSeen}, ${use.reads} reads, ${use.writes} writes, ${use.refusals} refused`
  return printable(`${name}  ${ACCESS[access]}${trust}  (${did})\n`)
}
