import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { PRESETS, PresetId } from '../../shared/presets.ts'
import type { CompatibleServer } from '../../shared/settings.ts'
import { api } from '../state/api.ts'
import { Button } from '../ui/Button.tsx'

type Found = Awaited<ReturnType<typeof api.models.findLocal.query>>

interface FoundServersProps {
  readonly chosen: CompatibleServer
  readonly use: (server: CompatibleServer) => void
}

/** Servers at the usual ports of this computer, each with one press to use it. */
export function FoundServers({ chosen, use }: FoundServersProps) {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ readonly round: number; readonly servers: Found } | null>(null)
  const found = answer?.round === round ? answer.servers : null
  useEffect(() => {
    let isOver = false
    // A question that fails because the wire broke finds nobody; the button asks again.
    void api.models.findLocal
      .query()
      .catch(() => [])
      .then((servers) => isOver || setAnswer({ round, servers }))
    return () => {
      isOver = true
    }
  }, [round])
  return (
    <div className="found" role="group" aria-label={t`On this computer`}>
      <div className="row">
        <span className="lab grow">
          <Trans>On this computer</Trans>
        </span>
        <Button variant="q" small busy={found === null} onClick={() => setRound(round + 1)}>
          <Trans>Look again</Trans>
        </Button>
      </div>
      {found?.length === 0 && (
        <p className="ink3">
          <Trans>No server answers at the usual ports. Start one, or write its address below.</Trans>
        </p>
      )}
      <ul>
        {found?.map(({ preset, baseUrl, models }) => {
          const id = PresetId.catch('other').parse(preset)
          const { name } = PRESETS[id]
          const isUsed = chosen.baseUrl === baseUrl && chosen.preset === id && chosen.model !== ''
          return (
            <li key={preset}>
              <b>{name}</b>
              <span className="meta cut grow">
                {new URL(baseUrl).host} · {plural(models.length, { one: '# model', other: '# models' })}
              </span>
              {isUsed ? (
                <span className="meta">
                  <Trans>in use</Trans>
                </span>
              ) : (
                <Button
                  small
                  aria-label={t`Use ${name}`}
                  onClick={() =>
                    use({
                      preset: id,
                      baseUrl,
                      model: models.includes(chosen.model) ? chosen.model : (models[0] ?? ''),
                    })
                  }
                >
                  <Trans>Use</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
