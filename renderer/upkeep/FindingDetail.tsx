import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Finding, Fix, FixEdit } from '../../shared/upkeep.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { filePath } from '../state/routes.ts'
import { applyFixes } from '../state/upkeep-store.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { fixedWords, fixLabel, kindName } from './finding-words.ts'

interface FindingDetailProps {
  readonly finding: Finding
  /** It is about to go. */
  readonly onLeave: () => void
  readonly onDismiss: () => void
}

/** One finding in full: what is wrong, where, and what each fix would change. */
export function FindingDetail({ finding, onLeave, onDismiss }: FindingDetailProps) {
  const { kind, path, line, what, other, fixes } = finding
  const [busy, setBusy] = useState(false)
  const apply = async (fix: number): Promise<void> => {
    setBusy(true)
    onLeave()
    await applyFixes([{ id: finding.id, fix }], fixedWords(finding))
    setBusy(false)
  }
  return (
    <section className="det" aria-label={`${kindName(kind)}: ${path}`} data-pane tabIndex={-1}>
      <div className="in2 scroll">
        <h2>
          <PathText path={path} />
        </h2>
        <p className="why">{worded(what)}</p>
        <dl className="two first">
          <dt>{line === null ? t`File` : t`Line`}</dt>
          <dd>
            <a href={`#${filePath(path, line)}`}>{line === null ? path : `${path}:${line}`}</a>
          </dd>
          {other !== null && (
            <>
              <dt>{t`Compared with`}</dt>
              <dd>
                <a href={`#${filePath(other.path, other.line)}`}>{`${other.path}:${other.line}`}</a>
                <p className="quote">{other.text.trim()}</p>
              </dd>
            </>
          )}
        </dl>
        {fixes.length === 0 && (
          <p className="why">
            <Trans>Only you can decide how to fix this. Open the file and edit it, or dismiss the finding.</Trans>
          </p>
        )}
        {fixes.map((fix) => (
          <FixPreview key={fix.name} fix={fix} isOnly={fixes.length === 1} />
        ))}
      </div>
      <div className="ab">
        {fixes.map((fix, at) => (
          <Button
            key={fix.name}
            variant={at > 0 ? 'plain' : fix.name === 'delete-file' ? 'red' : 'pri'}
            disabled={busy}
            onClick={() => void apply(at)}
          >
            {fixLabel(fix.name)}
          </Button>
        ))}
        <span className="grow" />
        <Button variant="q" keys="d" onClick={onDismiss}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </section>
  )
}

function FixPreview({ fix, isOnly }: { readonly fix: Fix; readonly isOnly: boolean }) {
  return (
    <section className="fixes" aria-label={fixLabel(fix.name)}>
      <h3>{isOnly ? t`What the fix changes` : fixLabel(fix.name)}</h3>
      {fix.edits.map((edit) => (
        <EditPreview key={edit.path} edit={edit} />
      ))}
    </section>
  )
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function EditPreview({ edit }: { readonly edit: FixEdit }) {
  const { path } = edit
  return (
    <div className="box">
      <div className="fh">
        <PathText path={path} />
      </div>
      <div className="bx">
        {'isRemoved' in edit ? (
          <p className="diff-note">
            <Trans>The whole file will be deleted. You can restore it from the timeline.</Trans>
          </p>
        ) : (
          <TextDiff
            before={joined(edit.removed)}
            after={joined(edit.added)}
            context={0}
            oldFrom={edit.at}
            nowFrom={edit.at}
          />
        )}
      </div>
    </div>
  )
}
