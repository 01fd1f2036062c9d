import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RectangleEllipsis } from 'lucide-react'
import { useState } from 'react'
import { listText } from '../format/language.ts'
import { RedactButton } from '../memory-parts/RedactButton.tsx'
import { usePolicies } from '../state/policy-store.ts'
import { POLICIES } from '../state/routes.ts'
import { NotASecret } from '../text/NotASecret.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Warns that another program wrote a secret into this file, which is kept out of history until that is resolved. */
export function Withheld({ path }: { readonly path: string }) {
  const withheld = usePolicies(({ state }) => state?.withheld.find((file) => file.path === path))
  const [asking, setAsking] = useState(false)
  if (withheld === undefined) return null
  const rules = listText(withheld.rules)
  return (
    <div className="over-file">
      <Notice
        icon={RectangleEllipsis}
        variant="outside"
        head={t`Another program saved a secret in this file.`}
        actions={
          <>
            <RedactButton path={path} />
            <Button small aria-expanded={asking} onClick={() => setAsking(!asking)}>
              <Trans>Not a secret…</Trans>
            </Button>
            <a className="btn sm q" href={`#${POLICIES}`}>
              <Trans>See the rules</Trans>
            </a>
            {asking && <NotASecret source={{ kind: 'file', path }} rule={null} />}
          </>
        }
      >
        <Trans>
          Found: {rules}. The file on disk stays as it is, but isn’t saved to history. The agent sees it redacted and
          can’t edit it. Change any real key or password it contains.
        </Trans>
      </Notice>
    </div>
  )
}
