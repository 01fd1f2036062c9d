import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RectangleEllipsis } from 'lucide-react'
import { useState } from 'react'
import { redactFile, usePolicies } from '../state/policy-store.ts'
import { POLICIES } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Another program wrote a secret into this file: it is kept out of history until that is settled. */
export function Withheld({ path }: { readonly path: string }) {
  const found = usePolicies(({ state }) => state?.withheld.find((file) => file.path === path))
  if (found === undefined) return null
  return (
    <div className="over-file">
      <Notice
        icon={RectangleEllipsis}
        look="outside"
        head={t`Another program wrote what must not be kept here.`}
        acts={
          <>
            <RedactButton path={path} />
            <a className="btn sm q" href={`#${POLICIES}`}>
              <Trans>See the rules</Trans>
            </a>
          </>
        }
      >
        <Trans>
          Found: {found.rules.join(', ')}. The file stays on disk as it is and out of history; the agent reads it
          redacted and cannot change it. If it is a key, replace it where it came from too.
        </Trans>
      </Notice>
    </div>
  )
}

/** Cannot be undone, and says so: what is taken out is kept nowhere. */
export function RedactButton({ path }: { readonly path: string }) {
  const [busy, setBusy] = useState(false)
  const redact = async (): Promise<void> => {
    setBusy(true)
    await redactFile(path)
    setBusy(false)
  }
  return (
    <Button
      small
      icon={RectangleEllipsis}
      busy={busy}
      aria-label={t`Redact the file ${path}`}
      title={t`Takes the secrets out of the file on disk. They are kept nowhere.`}
      onClick={() => void redact()}
    >
      <Trans>Redact the file</Trans>
    </Button>
  )
}
