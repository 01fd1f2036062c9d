import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FilePlus, FolderPlus, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LeftOut } from '../../shared/bring-in.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { Button } from '../ui/Button.tsx'
import { type Chosen, NOTHING_CHOSEN, readChosen } from './chosen-files.ts'

interface BringInProps {
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
}

/** A folder or files to begin with. Every file is named before it is copied. */
export function BringIn({ chosen, choose }: BringInProps) {
  const { files, leftOut } = chosen
  return (
    <>
      <p className="hp">
        <Trans>You see every file before it is copied. Secrets are left out.</Trans>
      </p>
      <div className="row">
        <Chooser icon={FolderPlus} label={t`A folder`} folder choose={choose} />
        <Chooser icon={FilePlus} label={t`Files`} choose={choose} />
        {files.length + leftOut.length > 0 && (
          <Button variant="q" onClick={() => choose(NOTHING_CHOSEN)}>
            <Trans>Nothing after all</Trans>
          </Button>
        )}
      </div>
      <div role="status">
        {files.length + leftOut.length > 0 && (
          <>
            <p className="hp">
              {plural(files.length, {
                one: '# file will be copied, as one change by you:',
                other: '# files will be copied, as one change by you:',
              })}
            </p>
            <ul className="uncommitted scroll" tabIndex={0} aria-label={t`Files to be copied`}>
              {files.map(({ path }) => (
                <li key={path} className="cut" title={path}>
                  <PathText path={path} />
                </li>
              ))}
              {leftOut.map(({ path, why }) => (
                <li key={path} className="cut ink3" title={path}>
                  <PathText path={path} /> · {reasonFor(why)}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

function reasonFor(why: LeftOut): string {
  switch (why) {
    case 'hidden':
      return t`left out: hidden`
    case 'not-text':
      return t`left out: not text`
    case 'too-much':
      return t`left out: too much for one change`
  }
}

interface ChooserProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly folder?: boolean
  readonly choose: (chosen: Chosen) => void
}

/** The file dialog of the page itself, which the desktop and every browser have. */
function Chooser({ icon, label, folder = false, choose }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const read = async (list: readonly File[]): Promise<void> => {
    if (list.length === 0) return
    setBusy(true)
    choose(await readChosen(list))
    setBusy(false)
  }
  return (
    <>
      <Button icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...(folder && { webkitdirectory: '' })}
        aria-label={label}
        onChange={(event) => {
          // A copy: the list empties with the field.
          void read([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
