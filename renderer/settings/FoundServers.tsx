import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PRESETS } from '../../shared/presets.ts'
import type { CompatibleServer } from '../../shared/settings.ts'
import { type LocalServers, useLocalServers } from '../state/models-store.ts'
import { Button } from '../ui/Button.tsx'

interface FoundServersProps {
  readonly chosen: CompatibleServer
  /** Whether the user has just opened the service: then they are looked for. */
  readonly isOpened: boolean
  readonly use: (server: Omit<CompatibleServer, 'keyHeader'>) => void
}

/** Servers at the usual ports of this computer, each with a button to use it. They are looked for when the user asks. */
export function FoundServers({ chosen, isOpened, use }: FoundServersProps) {
  const { servers, isLooking, look } = useLocalServers(isOpened)
  return (
    <div className="found" role="group" aria-label={t`On this computer`}>
      <div className="row">
        <span className="lab grow">
          <Trans>On this computer</Trans>
        </span>
        <Button variant="q" small busy={isLooking} onClick={look}>
          {servers === null ? t`Look for servers` : t`Check again`}
        </Button>
      </div>
      {servers?.length === 0 && (
        <p className="ink3">
          <Trans>No server answers at the usual ports. Start one, or enter its address.</Trans>
        </p>
      )}
      <ul>
        {servers?.map((server) => (
          <ServerRow key={server.baseUrl} server={server} chosen={chosen} use={use} />
        ))}
      </ul>
    </div>
  )
}

interface ServerRowProps extends Omit<FoundServersProps, 'isOpened'> {
  readonly server: LocalServers[number]
}

function ServerRow({ server: { preset, format, baseUrl, models }, chosen, use }: ServerRowProps) {
  const { name } = PRESETS[preset]
  const isUsed = chosen.baseUrl === baseUrl && chosen.preset === preset && chosen.model !== ''
  const model = models.includes(chosen.model) ? chosen.model : (models[0] ?? '')
  return (
    <li>
      <b>{name}</b>
      <span className="meta cut grow">
        {new URL(baseUrl).host} · {plural(models.length, { one: '# model', other: '# models' })}
      </span>
      {isUsed ? (
        <span className="meta">
          <Trans>in use</Trans>
        </span>
      ) : (
        <Button small aria-label={t`Use ${name}`} onClick={() => use({ preset, format, baseUrl, model })}>
          <Trans context="to choose a server">Use</Trans>
        </Button>
      )}
    </li>
  )
}
