import { Menu, type MenuItem } from './Menu.tsx'

export interface ContextMenuPlace {
  readonly x: number
  readonly y: number
}

interface ContextMenuProps {
  /** In the window; `null` while it is closed. */
  readonly place: ContextMenuPlace | null
  /** What the menu is of. */
  readonly name: string
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
  /** Gets the focus when it closes. */
  readonly returnFocus: () => void
}

/** The menu of the right mouse button, or of the menu key. */
export function ContextMenu({ place, name, items, onClose, returnFocus }: ContextMenuProps) {
  if (place === null) return null
  return (
    <Menu
      key={`${place.x} ${place.y}`}
      align="start"
      open
      onOpenChange={(open) => open || onClose()}
      returnFocus={returnFocus}
      items={items}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          className="menu-place"
          aria-label={name}
          style={{ left: place.x, top: place.y }}
        />
      }
    />
  )
}
