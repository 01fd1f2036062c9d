import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, FilePlus, PencilLine, Trash2 } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import type { CountedChange } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'
import { listText } from '../format/language.ts'
import { Diff } from '../text/Diff.tsx'
import { OpenMarks } from '../text/OpenableMark.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { type Fate, fateOf, fates, inOrder } from './fates.ts'
import { PathText } from './PathText.tsx'
import { PlusMinus } from './PlusMinus.tsx'

const ICONS = { change: PencilLine, return: FilePlus, go: Trash2 }

/** What a restore will do: "6 files will change, 1 file will be restored, 1 file will be deleted". */
export function restoreSummary({ changes, changeCount }: Comparison): string {
  if (changeCount === 0) return t`nothing has changed since then, so there’s nothing to restore`
  const counts = fates(changes)
  const more = changeCount - changes.length
  const parts = [
    counts.change > 0 && plural(counts.change, { one: '# file will change', other: '# files will change' }),
    counts.return > 0 && plural(counts.return, { one: '# file will be restored', other: '# files will be restored' }),
    counts.go > 0 && plural(counts.go, { one: '# file will be deleted', other: '# files will be deleted' }),
    more > 0 && plural(more, { one: '# more file is affected', other: '# more files are affected' }),
  ]
  return listText(parts.filter((part) => part !== false))
}

interface PreviewProps {
  readonly name: string
  readonly summary: string
  readonly comparison: Comparison
  readonly diffs: boolean
}

/** What a way back would do to the current memory. */
export function Preview({ name, summary, comparison, diffs }: PreviewProps) {
  return (
    <section className="would" aria-label={name}>
      <h3>
        <Trans>Preview</Trans> <small>{summary}</small>
      </h3>
      <Changes
        comparison={comparison}
        diffs={diffs}
        words={{ change: '', return: t`will be restored`, go: t`will be deleted` }}
      />
    </section>
  )
}

interface ChangesProps {
  readonly comparison: Comparison
  /** Whether all diffs are open. */
  readonly diffs: boolean
  readonly words: Readonly<Record<Fate, string>>
}

/** Diffs opened at a time, so that the window stays responsive. */
const DIFFS_PER_STEP = 4

/** The files that differ between two states; each opens to its diff. */
export function Changes({ comparison, diffs, words }: ChangesProps) {
  const ordered = useMemo(() => inOrder(comparison), [comparison])
  const more = comparison.changeCount - comparison.changes.length
  const { shown } = useGradualList(
    `${comparison.from} ${comparison.to} ${diffs}`,
    diffs ? ordered.length : 0,
    DIFFS_PER_STEP,
    ordered.length,
  )
  return (
    <>
      <ul>
        {ordered.map((counted, at) => (
          <ChangeRow
            key={counted.change.path}
            counted={counted}
            diffs={diffs}
            shown={at < shown}
            word={words[fateOf(counted)]}
          />
        ))}
      </ul>
      {more > 0 && <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p>}
    </>
  )
}

const ChangeRow = memo(ChangeRowView)

interface ChangeRowProps {
  readonly counted: CountedChange
  readonly diffs: boolean
  /** Whether its diff is shown along with all others. */
  readonly shown: boolean
  readonly word: string
}

function ChangeRowView({ counted, diffs, shown, word }: ChangeRowProps) {
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly diffs: boolean } | null>(null)
  const open = chosen?.diffs === diffs ? chosen.open : shown
  const { change, lines } = counted
  const Icon = ICONS[fateOf(counted)]
  return (
    <li>
      <button type="button" className="wr" aria-expanded={open} onClick={() => setChosen({ open: !open, diffs })}>
        <Icon className="i s" aria-hidden />
        <span className="cut grow">
          <PathText path={change.path} />
        </span>
        {word !== '' && <span className="ink3">{word}</span>}
        <PlusMinus lines={lines} />
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      {open && (
        <div className="box">
          <div className="bx">
            <OpenMarks>
              <Diff change={change} context={2} edges />
            </OpenMarks>
          </div>
        </div>
      )}
    </li>
  )
}
