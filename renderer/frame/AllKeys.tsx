import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pressableGroups } from '../palette/shortcuts.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'

/** The list of all keyboard shortcuts. */
export function AllKeys({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="keys-sheet"
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <header>
        <h2 id="keys-title" className="grow">
          <Trans>Keyboard shortcuts</Trans>
        </h2>
        <IconButton icon={X} name={t`Close`} keys="esc" onClick={() => dialog.current?.close()} />
      </header>
      <div className="cols scroll" tabIndex={0}>
        {pressableGroups().map(({ name, keys: shortcuts }) => (
          <section key={name}>
            <h3>{name}</h3>
            <ul>
              {shortcuts.map(([keys, action]) => (
                <li key={keys + action}>
                  <span>{action}</span>
                  <Kbd keys={keys} boxed />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </dialog>
  )
}
