import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import type { RestorePoint } from '../../shared/memory.ts'
import { pointLabel } from '../format/point-label.ts'
import { forgetPoint, namePoint } from '../state/points-store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { tooltip } from '../ui/Tooltip.tsx'

/** The names of one point. */
export function PointNames({ points }: { readonly points: readonly RestorePoint[] }) {
  return (
    <div className="names">
      {points.map((point) => (
        <span key={point.name} className={point.automatic ? 'badge' : 'badge agent'}>
          <Bookmark className="i xs" aria-hidden />
          {pointLabel(point)}
          {!point.automatic && (
            <button
              type="button"
              className="x"
              aria-label={t`Remove this name: ${point.name}`}
              {...tooltip(t`Remove this name: ${point.name}`)}
              onClick={() => void forgetPoint(point)}
            >
              <X className="i xs" aria-hidden />
            </button>
          )}
        </span>
      ))}
    </div>
  )
}

const MAX_NAME_CHARACTERS = 60

/** A field to name a point. */
export function NewPointName({ commit, onDone }: { readonly commit: string; readonly onDone: () => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    if (name.trim() === '') return
    const refused = await namePoint(name.trim(), commit)
    setProblem(refused)
    if (refused === null) onDone()
  }
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.key === 'Enter') void save()
    else if (event.key !== 'Escape') return
    else onDone()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="names new">
      <span className="row grow">
        <label className="in small grow">
          <input
            autoFocus
            aria-label={t`Name for this point`}
            aria-invalid={problem !== null}
            maxLength={MAX_NAME_CHARACTERS}
            placeholder={t`Before the big clean-up`}
            value={name}
            onChange={(event) => {
              setProblem(null)
              setName(event.target.value)
            }}
            onKeyDown={onKey}
          />
        </label>
        <Button small disabled={name.trim() === ''} onClick={() => void save()}>
          <Trans>Name it</Trans>
        </Button>
        <IconButton icon={X} small name={t`Cancel`} onClick={onDone} />
      </span>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
