import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PathText } from '../memory-parts/PathText.tsx'
import { filePath } from '../state/routes.ts'
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

interface EffectListProps<File extends { readonly path: string }> {
  readonly id?: string
  readonly name: string
  readonly className?: string
  readonly files: readonly File[]
  /** How many there are, if `files` has only the first. */
  readonly count?: number
  /** How many are shown; the rest are counted. */
  readonly max?: number
  readonly icon?: ReactNode
  /** What is said of a file, beside or below its path. */
  readonly children?: (file: File) => ReactNode
}

/** Files that a policy affects, would affect or has affected. */
export function EffectList<File extends { readonly path: string }>(props: EffectListProps<File>) {
  const { id, name, className, files, count = files.length, max = 5, icon, children } = props
  const more = count - Math.min(max, files.length)
  return (
    <>
      <ul id={id} className={className} aria-label={name}>
        {files.slice(0, max).map((file) => (
          <li key={file.path}>
            {icon}
            <a className="cut grow" aria-label={file.path} href={`#${filePath(file.path)}`}>
              <PathText path={file.path} />
            </a>
            {children?.(file)}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p>}
    </>
  )
}
