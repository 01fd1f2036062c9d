import { t } from '@lingui/core/macro'
import { Check, ChevronsUpDown, FolderX, Library, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { useApp } from '../state/app-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { openSettings } from '../state/routes.ts'
import { addStore, findStore, openStore } from '../state/stores-store.ts'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { explained } from '../ui/Tooltip.tsx'

/** The open store, with a menu to switch to another one. */
export function StoreSwitch() {
  const app = useApp((state) => state.app)
  const tree = useMemory((state) => state.tree)
  const [shown, show] = useState(false)
  useKeys({ 'mod+o': () => show(true) }, true, 'window')
  if (app === null)
    return (
      <div className="store">
        <span className="mk" />
      </div>
    )
  const { store, stores } = app
  const count = tree?.files.length ?? store.files
  const trigger = (
    <button type="button" className="store" {...explained(store.folder)}>
      <span className="vh">{t`Store: ${store.name}`}</span>
      <span className="mk" aria-hidden>
        {store.name.slice(0, 1).toUpperCase()}
      </span>
      <span className="grow" aria-hidden>
        <b className="cut">{store.name}</b>
        <small>
          {files(count)} · {size(tree?.bytes ?? store.bytes)}
        </small>
      </span>
      <ChevronsUpDown className="i s" aria-hidden />
    </button>
  )
  const known = stores.list.map((each) => ({
    key: each.key,
    label: each.isMissing ? t`${each.name} (not found)` : each.name,
    icon: each.isOpen ? Check : each.isMissing ? FolderX : Library,
    title: each.folder,
    run: () => void (each.isMissing ? findStore(each) : openStore(each)),
  }))
  return (
    <Menu
      align="start"
      trigger={trigger}
      open={shown}
      onOpenChange={show}
      items={[
        ...known,
        { label: t`Add a store…`, icon: Plus, run: () => void addStore(), apart: true, takesFocus: true },
        { label: t`All stores`, icon: Settings2, run: openSettings },
      ]}
    />
  )
}
