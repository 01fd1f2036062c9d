import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, CloudOff, FileWarning, Lock, PencilLine, TriangleAlert, Undo2 } from 'lucide-react'
import { Kbd } from '../parts/Kbd.tsx'
import { size } from '../parts/sizes.ts'
import { short } from '../parts/time.ts'
import { useLink } from '../state/api.ts'
import { useApp } from '../state/app-store.ts'
import { unsavedPaths, useDrafts } from '../state/drafts-store.ts'
import { useFoot } from '../state/foot-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { openFile, pointPath, SETTINGS } from '../state/routes.ts'

/** The frame's foot: left, what just happened; right, what waits until it is dealt with. */
export function Foot() {
  const message = useFoot((state) => state.message)
  return (
    <footer className="foot" aria-label={t`Standing of the store`} data-pane tabIndex={-1}>
      {message === null && <Standing />}
      <Said />
      <span className="grow" />
      <Waits />
      <Model />
    </footer>
  )
}

/** Both regions stay in the page, so that a screen reader hears what comes into them. */
function Said() {
  const message = useFoot((state) => state.message)
  const clear = useFoot((state) => state.clear)
  const { kind, text, act, number } = message ?? {}
  const Icon = kind === 'alert' ? TriangleAlert : act?.keys === undefined ? Check : Undo2
  const said = message !== null && (
    <span key={number} className={kind === 'alert' ? 'say bad-say' : 'say'}>
      <Icon className="i s" aria-hidden />
      <span className="cut" title={text}>{text}</span>
      {act !== undefined && <button type="button" onClick={() => { clear(); act.run() }}>{act.label} {act.keys !== undefined && <Kbd keys={act.keys} />}</button>}
      {kind === 'alert' && act === undefined && <button type="button" onClick={clear}><Trans>Close</Trans></button>}
    </span>
  )
  return (
    <>
      <span role="status" className="row cut">{kind === 'status' && said}</span>
      <span role="alert" className="row cut">{kind === 'alert' && said}</span>
    </>
  )
}

function Standing() {
  const store = useApp((state) => state.app?.store)
  const bytes = useMemory((state) => state.tree?.bytes)
  if (store === undefined) return null
  const at = store.savedAt === null ? null : short(store.savedAt)
  return (
    <>
      {at !== null && <a href={`#${pointPath()}`} title={t`Latest commit`}><Check className="i s" aria-hidden /><span className="num">{t`Saved ${at}`}</span></a>}
      <span className="it num">{size(bytes ?? store.bytes)}</span>
    </>
  )
}

function Waits() {
  const store = useApp((state) => state.app?.store)
  const drafts = useDrafts((state) => state.drafts)
  const offline = useLink((state) => state.open === false)
  const unsaved = unsavedPaths(drafts)
  const [first] = unsaved
  const leftOut = store?.leftOut.length ?? 0
  return (
    <>
      {first !== undefined && <button type="button" className="wait due" title={unsaved.join('\n')} onClick={() => openFile(first)}><PencilLine className="i s" aria-hidden />{plural(unsaved.length, { one: '# file not saved', other: '# files not saved' })}</button>}
      {leftOut > 0 && <a className="out due" href={`#${SETTINGS}`}><FileWarning className="i s" aria-hidden />{plural(leftOut, { one: '# file left out', other: '# files left out' })}</a>}
      {store?.blocked != null && <span className="it bad due" role="alert" title={store.blocked}><Lock className="i s" aria-hidden />{store.blocked}</span>}
      {offline && <span className="it bad due"><CloudOff className="i s" aria-hidden /><Trans>Variorum is not running</Trans></span>}
    </>
  )
}

function Model() {
  const app = useApp((state) => state.app)
  const provider = app?.providers.find(({ id }) => id === app.settings.provider)
  if (provider === undefined) return null
  const state = provider.id === 'demo' ? t`nothing is sent` : provider.ready ? t`ready` : t`no key`
  return <span className="it ink3 hide-n">{provider.id === 'demo' ? t`Demo model` : 'Claude'} · {state}</span>
}
