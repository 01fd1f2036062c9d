import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import type { ProposalView, TidyAcceptance, TidyPreview } from '../../shared/tidy.ts'
import type { Choices } from '../../shared/undoing.ts'
import { listText } from '../format/language.ts'
import { tidyWords } from '../memory-parts/conflict-words.ts'
import { chosen, Conflicts } from '../memory-parts/Conflicts.tsx'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { setDropShare } from '../state/tidy-store.ts'
import { useQuery } from '../state/use-query.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Percent, percentText } from './percent.ts'

export interface Verdict extends TidyPreview {
  readonly isFine: boolean
}

/** What accepting this part would mean now; `undefined` until that is known. */
export function useVerdict(acceptance: TidyAcceptance, dropShare: number): Verdict | undefined {
  const changes = useMemory((state) => state.changes)
  const version = `${changes} ${dropShare} ${JSON.stringify(acceptance)}`
  const { answer: preview } = useQuery(acceptance.id, version, () => api.upkeep.tidy.preview.query(acceptance))
  if (preview === undefined) return undefined
  const isOpen = preview.conflicts.some(({ choice }) => choice === null)
  const isHeld = preview.lost.length > 0 || preview.broken.length > 0 || preview.isOverShare
  return { ...preview, isFine: !isHeld && !isOpen }
}

interface TidyVerdictProps {
  readonly verdict: Verdict | undefined
  readonly proposal: ProposalView
  readonly choices: Choices
  readonly onChoices: (choices: Choices) => void
  /** These files are accepted, too. */
  readonly onInclude: (paths: readonly string[]) => void
}

/** Why what is chosen cannot be accepted as it is, and what to do. */
export function TidyVerdict({ verdict, proposal, choices, onChoices, onInclude }: TidyVerdictProps) {
  if (verdict === undefined) return null
  return (
    <>
      {verdict.lost.length > 0 && <Lost verdict={verdict} onInclude={onInclude} />}
      {verdict.isOverShare && <OverShare verdict={verdict} proposal={proposal} />}
      {verdict.broken.length > 0 && (
        <Notice icon={ShieldAlert} variant="wait" head={t`The metadata at the top could no longer be read.`}>
          {t`Accept all changes of these files, or none: ${listText(verdict.broken)}`}
        </Notice>
      )}
      <Conflicts
        {...{ conflicts: verdict.conflicts, choices, words: tidyWords() }}
        onChoose={(id, choice) => onChoices(chosen(choices, id, choice))}
      />
    </>
  )
}

function Lost({
  verdict: { lost, needs },
  onInclude,
}: {
  readonly verdict: Verdict
  readonly onInclude: (paths: readonly string[]) => void
}) {
  const paths = listText(needs)
  return (
    <Notice
      icon={ShieldAlert}
      variant="wait"
      head={plural(lost.length, {
        one: 'Accepting only this part would lose # line.',
        other: 'Accepting only this part would lose # lines.',
      })}
      actions={
        needs.length > 0 && (
          <Button small onClick={() => onInclude(needs)}>
            {plural(needs.length, { one: 'Include # more file', other: 'Include # more files' })}
          </Button>
        )
      }
    >
      {needs.length > 0 && t`The whole proposal keeps this text in ${paths}. It begins:`} “{lost[0]?.text.trim()}”
    </Notice>
  )
}

function OverShare({ verdict, proposal }: { readonly verdict: Verdict; readonly proposal: ProposalView }) {
  const [count, share] = [verdict.dropped.length, percentText(proposal.dropShare)]
  const lines = proposal.fates.lines
  return (
    <Notice
      icon={ShieldAlert}
      variant="danger"
      head={plural(count, { one: 'This would drop # line.', other: 'This would drop # lines.' })}
      actions={
        <span className="row">
          <Trans>Lines that may be dropped (%)</Trans>
          <AmountField
            name={t`Lines that may be dropped, as a percentage`}
            value={proposal.dropShare * 100}
            schema={Percent}
            expected={t`Enter a number from 0 to 100.`}
            onChange={(percent) => void setDropShare(percent / 100)}
          />
        </span>
      }
    >
      {t`That is more than ${share} of all lines in the notes (${lines}). Leave out some of the files, or allow more lines to be dropped.`}
    </Notice>
  )
}
