import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FileEffect } from '../../shared/policy-state.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { filePath } from '../state/routes.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { Progress } from '../ui/Progress.tsx'
import type { Effect } from './use-policy-effect.ts'

/** The progress of evaluating policies, with Cancel, once it takes longer than a second; or why it failed. */
export function EffectProgress({ effect: { progress, problem, stopped, cancel, again } }: { readonly effect: Effect }) {
  if (problem !== null)
    return (
      <p className="problem" role="alert">
        {problem}
      </p>
    )
  if (stopped)
    return (
      <p className="row">
        <span className="ink3">
          <Trans>Stopped.</Trans>
        </span>
        <Button variant="q" small onClick={again}>
          <Trans>Check again</Trans>
        </Button>
      </p>
    )
  if (progress === null) return null
  const { done, total } = progress
  const text = t`${done} of ${total} files checked`
  return <Progress text={text} done={done} total={total} onCancel={cancel} />
}

/** In place of an effect, while what is in the fields cannot be evaluated. */
export function NoEffect() {
  return (
    <div className="fx" aria-live="polite">
      <p className="ink2">
        <Trans>The effect appears here when every field is valid.</Trans>
      </p>
    </div>
  )
}

const MAX_FILES_SHOWN = 4

/** Files that would change, each with its first affected line as it would be, redacted. */
export function FileEffects({ files, count }: { readonly files: readonly FileEffect[]; readonly count: number }) {
  const more = count - Math.min(MAX_FILES_SHOWN, files.length)
  return (
    <>
      <ul className="effects" aria-label={t`Files that would change`}>
        {files.slice(0, MAX_FILES_SHOWN).map(({ path, excerpt, refused }) => (
          <li key={path}>
            <a className="cut" href={`#${filePath(path)}`}>
              <PathText path={path} />
            </a>
            {excerpt !== null && (
              <p className="mem cut3">
                <RedactableText text={excerpt.after.trim()} />
              </p>
            )}
            {refused !== null && <p className="meta bad">{worded(refused)}</p>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p>}
    </>
  )
}
