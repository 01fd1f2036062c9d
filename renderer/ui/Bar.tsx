import { t } from '@lingui/core/macro'
import { ArrowLeft, ArrowRight, PanelLeft, PanelRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { toggle, useWindow } from '../state/window-store.ts'
import { IconButton } from './Button.tsx'

interface BarProps {
  /** A string becomes the view's h1. */
  readonly title: ReactNode
  readonly crumb?: ReactNode
  readonly panelName?: string | null
  /** At the right end, before the button for the panel. */
  readonly actions?: ReactNode
}

/** The bar above a view: back, forward, the title, and a button for the panel. */
export function Bar({ title, crumb, panelName = t`Memory panel`, actions }: BarProps) {
  const side = useWindow((state) => state.side)
  return (
    <header className="bar">
      {!side && <IconButton icon={PanelLeft} name={t`Show side bar`} keys="mod+\" onClick={() => toggle('side')} />}
      <IconButton icon={ArrowLeft} name={t`Back`} keys="mod+[" onClick={() => history.back()} />
      <IconButton icon={ArrowRight} name={t`Forward`} keys="mod+]" onClick={() => history.forward()} />
      {typeof title === 'string' ? <h1>{title}</h1> : title}
      {crumb !== undefined && <span className="crumb cut">{crumb}</span>}
      <span className="grow" />
      {actions}
      {panelName !== null && (
        <IconButton icon={PanelRight} name={panelName} keys="shift+mod+\" onClick={() => toggle('panel')} />
      )}
    </header>
  )
}
