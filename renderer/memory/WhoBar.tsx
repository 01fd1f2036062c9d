import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Blame } from '../../shared/memory.ts'
import { isLineUntrusted } from '../memory-parts/AnnotatedFile.tsx'
import { LineageLegend } from '../memory-parts/LineageMark.tsx'
import { explained } from '../ui/Tooltip.tsx'

interface WhoBarProps {
  /** null until it is loaded: the bar has its place before, so that the text stays where it is. */
  readonly blame: Blame | null
  /** Whether only the untrusted lines are shown. */
  readonly only: boolean
  readonly onOnly: (only: boolean) => void
}

/** What the marks beside the lines mean, and a filter for the lines that need a second look. */
export function WhoBar({ blame, only, onOnly }: WhoBarProps) {
  const count = blame?.lines.filter((_, at) => isLineUntrusted(blame, at + 1)).length
  return (
    <div className="who-bar">
      <LineageLegend />
      <span className="grow" />
      <button
        type="button"
        className={only ? 'chip on' : 'chip'}
        aria-pressed={only}
        {...explained(t`Only lines that come from untrusted text or another program`)}
        onClick={() => onOnly(!only)}
      >
        <Trans>Only untrusted sources</Trans>
        <span className="n">{count}</span>
      </button>
    </div>
  )
}
