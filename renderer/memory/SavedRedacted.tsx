import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RectangleEllipsis } from 'lucide-react'
import { forgetSave, useValues } from '../state/values-store.ts'
import { NotASecret } from '../text/NotASecret.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** The user's own text was saved redacted. While the window is open, it can be saved as it was typed. */
export function SavedRedacted({ path }: { readonly path: string }) {
  const save = useValues(({ redactedSaves }) => redactedSaves.get(path))
  if (save === undefined) return null
  return (
    <div className="over-file">
      <Notice
        icon={RectangleEllipsis}
        head={t`Your text was saved, with parts redacted by the policies.`}
        actions={
          <>
            <Button variant="q" small onClick={() => forgetSave(path)}>
              <Trans>Leave it redacted</Trans>
            </Button>
            <NotASecret source={{ kind: 'text', path, text: save.text }} rule={null} />
          </>
        }
      >
        <Trans>
          What you typed is kept in this window only. If a value isn’t a secret, mark it as not a secret, and it will be
          saved as typed.
        </Trans>
      </Notice>
    </div>
  )
}
