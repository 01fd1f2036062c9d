import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, PanelLeft, PanelRight, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { openPalette } from '../state/palette-store.ts'
import { toggle, useWindow } from '../state/window-store.ts'
import { onDesktop } from '../wire.ts'
import { IconButton } from './Button.tsx'
import { Kbd } from './Kbd.tsx'

interface BarProps {
  /** A string becomes the view's h1. */
  readonly title: ReactNode
  readonly crumb?: ReactNode
  readonly panelName?: string | null
  /** At the right end, before the button for the panel. */
  readonly actions?: ReactNode
}

/** The bar above a view: back and forward, the title, the palette, and a button for the panel. */
export function Bar({ title, crumb, panelName = t`Memory panel`, actions }: BarProps) {
  const side = useWindow((state) => state.side)
  return (
    <header className="bar">
      {!side && <IconButton icon={PanelLeft} name={t`Show side bar`} keys="mod+\" onClick={() => toggle('side')} />}
      {onDesktop && <BackAndForward />}
      {typeof title === 'string' ? <h1>{title}</h1> : title}
      {crumb !== undefined && <span className="crumb cut">{crumb}</span>}
      <span className="grow" />
      {actions}
      <SearchButton />
      {panelName !== null && (
        <IconButton icon={PanelRight} name={panelName} keys="shift+mod+\" onClick={() => toggle('panel')} />
      )}
    </header>
  )
}

/** A browser has its own. */
function BackAndForward() {
  return (
    <>
      <IconButton icon={ArrowLeft} name={t`Back`} keys="mod+[" onClick={() => history.back()} />
      <IconButton icon={ArrowRight} name={t`Forward`} keys="mod+]" onClick={() => history.forward()} />
    </>
  )
}

function SearchButton() {
  return (
    <button type="button" className="open-palette" aria-haspopup="dialog" onClick={openPalette}>
      <Search className="i s" aria-hidden />
      <span className="lbl">
        <Trans>Search or type a command</Trans>
      </span>
      <Kbd keys="mod+k" />
    </button>
  )
}
