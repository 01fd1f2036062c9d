import { useEffect, useState } from 'react'
import { api } from './api.ts'

export type LocalServers = Awaited<ReturnType<typeof api.models.findLocal.query>>

/** Model servers that answer at the usual ports of this computer; `null` while they are looked for. */
export function useLocalServers(): { readonly servers: LocalServers | null; readonly searchAgain: () => void } {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ readonly round: number; readonly servers: LocalServers } | null>(null)
  useEffect(() => {
    let isStale = false
    // A query that fails because the connection broke finds nothing; the button repeats it.
    void api.models.findLocal
      .query()
      .catch(() => [])
      .then((servers) => isStale || setAnswer({ round, servers }))
    return () => {
      isStale = true
    }
  }, [round])
  return {
    servers: answer?.round === round ? answer.servers : null,
    searchAgain: () => setRound(round + 1),
  }
}
