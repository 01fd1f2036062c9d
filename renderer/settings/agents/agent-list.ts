import type { KnownClient } from '../../../shared/clients.ts'
import type { api } from '../../state/api.ts'

export type KnownProgram = Awaited<ReturnType<typeof api.programs.list.query>>[number]

/** Another agent: a program that we know, one that the user connected by hand, or both. */
export interface ListedAgent {
  /** Under which it acts. */
  readonly name: string
  /** As people call it. */
  readonly title: string
  readonly program: KnownProgram | null
  /** `null` if it has not used the memory, and the user said nothing of it. */
  readonly client: KnownClient | null
}

export const isConnected = ({ program }: ListedAgent): boolean => program?.files[0]?.state === 'connected'

/** First those that are connected or have used the memory, then those that can be connected; by their names. */
export function agentList(
  programs: readonly KnownProgram[],
  clients: readonly KnownClient[],
): { readonly using: readonly ListedAgent[]; readonly found: readonly ListedAgent[] } {
  const known = programs.map((program): ListedAgent => {
    const client = clients.find(({ name }) => name === program.id) ?? null
    return { name: program.id, title: program.name, program, client }
  })
  const others = clients
    .filter(({ name }) => programs.every(({ id }) => id !== name))
    .map((client): ListedAgent => ({ name: client.name, title: client.name, program: null, client }))
  const isUsing = (agent: ListedAgent): boolean => agent.client !== null || isConnected(agent)
  const all = [...known, ...others].toSorted((one, other) => one.title.localeCompare(other.title))
  return {
    using: all.filter(isUsing),
    found: all.filter((agent) => !isUsing(agent) && agent.program?.isFound === true),
  }
}
