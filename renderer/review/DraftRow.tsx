import { t } from '@lingui/core/macro'
import { GitMerge } from 'lucide-react'
import type { UndoDraft } from '../../shared/review.ts'
import { factsText, listText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { draftTitle } from '../memory-parts/review-words.ts'

/** An undo that waits for the user to decide. */
export function DraftRow({
  draft,
  isOpen,
  onOpen,
}: {
  readonly draft: UndoDraft
  readonly isOpen: boolean
  readonly onOpen: () => void
}) {
  const { paths, files, at } = draft
  const begun = t`started ${when(at)}`
  const where = files === 1 ? '' : paths.length < files ? factsText([...paths, '…']) : listText(paths)
  return (
    <li className={isOpen ? 'on' : undefined} aria-current={isOpen || undefined}>
      <GitMerge className="i lead bad" aria-hidden />
      <button type="button" className="t" onClick={onOpen}>
        <span>{draftTitle(draft)}</span>
      </button>
      <div className="m">{where === '' ? begun : `${where} · ${begun}`}</div>
    </li>
  )
}
