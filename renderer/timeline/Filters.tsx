import { t } from '@lingui/core/macro'
import { FileText, Search, X } from 'lucide-react'
import { useRef } from 'react'
import type { Actor } from '../../shared/commit.ts'
import { IconButton } from '../parts/Button.tsx'
import { useKeys } from '../parts/keys.ts'
import { Siglum } from '../parts/Siglum.tsx'
import { ACTORS, NO_FILTER, setFilter, useTimeline } from '../state/timeline-store.ts'

function toggleActor(actor: Actor): void {
  const { actors } = useTimeline.getState().filter
  setFilter({ actors: ACTORS.filter((other) => (other === actor) !== actors.includes(other)) })
}

/** Which entries are shown: by whom, of which path, with which words. */
export function Filters() {
  const { actors, path, words } = useTimeline((state) => state.filter)
  const commits = useTimeline((state) => state.commits)
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '1': () => toggleActor('agent'), '2': () => toggleActor('user'), '3': () => toggleActor('outside'), '4': () => toggleActor('policy'), '/': () => field.current?.focus() })
  const names: Readonly<Record<Actor, string>> = { agent: t`agent`, user: t`you`, outside: t`outside`, policy: t`policy` }
  const filtered = actors.length < ACTORS.length || path !== '' || words !== ''
  return (
    <div className="flt" role="toolbar" aria-label={t`Filters`}>
      {ACTORS.map((actor) => {
        const on = actors.includes(actor)
        const count = commits?.filter(({ origin }) => origin.actor === actor).length ?? 0
        return <button key={actor} type="button" className="chip" aria-pressed={on} onClick={() => toggleActor(actor)}><Siglum actor={actor} small silent />{names[actor]}{on && count > 0 && <span className="n">{count}</span>}</button>
      })}
      <span className="grow" />
      <label className="in soft"><FileText className="i s" aria-hidden /><input aria-label={t`Path`} placeholder={t`Path`} value={path} onChange={(event) => setFilter({ path: event.target.value })} /></label>
      <label className="in soft"><Search className="i s" aria-hidden /><input ref={field} aria-label={t`Words in the history`} placeholder={t`Words`} value={words} onChange={(event) => setFilter({ words: event.target.value })} /></label>
      {filtered && <IconButton icon={X} small name={t`Show everything`} onClick={() => setFilter(NO_FILTER)} />}
    </div>
  )
}
