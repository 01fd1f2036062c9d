import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { Button } from '../parts/Button.tsx'
import { useKeys } from '../parts/keys.ts'
import { files } from '../parts/sizes.ts'
import { redo, restoreFile, undo } from '../state/acts.ts'
import { useFoot } from '../state/foot-store.ts'
import { useUndoneBy } from '../state/undone-store.ts'

type Way = 'undo' | 'restore'

interface Option {
  readonly way: Way
  readonly label: string
  readonly meaning: string
  readonly count: string
}

/** The ways back from one point. Each is a new commit and can be undone. */
export function RestoreBox({ commit }: { readonly commit: Commit }) {
  const undoing = useUndoneBy(commit)
  const [chosen, setChosen] = useState<Way>('undo')
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [first] = commit.changes
  const only = commit.changeCount === 1 ? first?.change : undefined
  const name = only?.path.slice(only.path.lastIndexOf('/') + 1) ?? ''
  const undoLabel = undoing === null ? t`Undo this change` : t`Redo this change`
  const options: readonly Option[] = [
    { way: 'undo', label: undoLabel, count: files(commit.changeCount), meaning: undoing === null ? t`takes back what it did; fits as long as nothing came after it` : t`brings back what it did` },
    ...(only === undefined ? [] : [{ way: 'restore' as const, label: t`Restore this file to here`, meaning: only.after === null ? t`it was not there then` : t`as it stood here`, count: files(1) }]),
  ]
  const way = options.some((option) => option.way === chosen) ? chosen : 'undo'

  const run = async (which: Way): Promise<void> => {
    setBusy(true)
    setWhy(null)
    if (which === 'restore' && only !== undefined) await restoreFile(only.path, commit)
    else await (undoing === null ? undo(commit.variorumId ?? commit.id) : redo(undoing))
    const { message } = useFoot.getState()
    setWhy(message?.kind === 'alert' ? message.text : null)
    setBusy(false)
  }
  useKeys({ 'mod+enter': () => void run(way), u: () => void run('undo'), r: () => void run('restore') })
  if (commit.changes.length === 0) return null
  return (
    <div className="acts" role="region" aria-label={t`Restore or undo`}>
      <Options options={options} way={way} onChoose={setChosen} />
      {why !== null && <p className="why" role="alert">{why}</p>}
      <div className="row">
        <Button look="pri" keys="mod+enter" busy={busy} onClick={() => void run(way)}>{way === 'restore' ? t`Restore ${name}` : undoLabel}</Button>
        <span className="grow" />
        <span className="meta hide-n"><Trans>A new commit; can be undone</Trans></span>
      </div>
    </div>
  )
}

function Options({ options, way, onChoose }: { readonly options: readonly Option[]; readonly way: Way; readonly onChoose: (way: Way) => void }) {
  const onKey = (event: React.KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = options[(options.findIndex((option) => option.way === way) + by + options.length) % options.length]
    if (next === undefined) return
    onChoose(next.way)
    event.currentTarget.querySelector<HTMLElement>(`[data-way=${next.way}]`)?.focus()
  }
  return (
    <div role="radiogroup" aria-label={t`What to bring back`} onKeyDown={onKey}>
      {options.map((option) => (
        <button key={option.way} type="button" className="opt" role="radio" aria-checked={option.way === way} tabIndex={option.way === way ? 0 : -1} data-way={option.way} onClick={() => onChoose(option.way)}>
          <span className="rd" /><span className="cut"><span className="nm">{option.label}</span> <span className="ex">{option.meaning}</span></span><span className="meta num">{option.count}</span>
        </button>
      ))}
    </div>
  )
}
