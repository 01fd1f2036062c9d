import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { afterPress } from '../ui/after-press.ts'
import { IconButton } from '../ui/Button.tsx'
import { tooltip } from '../ui/Tooltip.tsx'

interface PathsFieldProps {
  readonly name: string
  readonly paths: readonly string[]
  /** Shown when there are no patterns. */
  readonly none: string
  readonly onChange: (paths: readonly string[]) => void
}

/** Removable folders and patterns, and a field to add one. */
export function PathsField({ name, paths, none, onChange }: PathsFieldProps) {
  const [adding, setAdding] = useState(false)
  const add = (text: string): void => {
    const path = text.trim().replace(/^\/+/, '')
    setAdding(false)
    if (path !== '' && !paths.includes(path)) onChange([...paths, path])
  }
  const onKey = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') add(event.currentTarget.value)
    else if (event.key === 'Escape') setAdding(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="paths" role="group" aria-label={name}>
      {paths.length === 0 && !adding && <span className="ink3">{none}</span>}
      {paths.map((path) => (
        <span key={path} className="sel1 mono">
          {path}
          <button
            type="button"
            className="x"
            aria-label={t`Remove ${path}`}
            {...tooltip(t`Remove ${path}`)}
            onClick={() => onChange(paths.filter((other) => other !== path))}
          >
            <X className="i xs" aria-hidden />
          </button>
        </span>
      ))}
      {adding ? (
        <>
          <input
            autoFocus
            className="sel1 mono"
            aria-label={t`Folder or pattern`}
            placeholder="work/**"
            onBlur={({ target }) => afterPress(() => add(target.value))}
            onKeyDown={onKey}
          />
          <span className="vh">
            <Trans>Press Enter to add the folder or pattern</Trans>
          </span>
        </>
      ) : (
        <IconButton icon={Plus} small name={t`Add a folder or pattern`} onClick={() => setAdding(true)} />
      )}
    </span>
  )
}
