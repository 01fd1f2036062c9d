import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { Blame, Reading } from '../../shared/memory.ts'
import { stamp } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { withLine } from '../memory-parts/annotated-lines.ts'
import { restoreLine } from '../state/actions.ts'
import { chatPath, pointPath } from '../state/routes.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'

interface ReadingsProps {
  readonly blame: Blame
  readonly line: number
  readonly text: string
  readonly onClose: () => void
}

/** Line history (blame): every version the selected line ever had, newest first, with who wrote it and where. */
export function Readings({ blame, line, text, onClose }: ReadingsProps) {
  const readings = blame.lines[line - 1]?.readings ?? []
  const count = readings.length
  return (
    <section className="readings" aria-label={t`Readings of line ${line}`}>
      <div className="hd">
        {t`Line ${line}`}{' '}
        <small>
          {count === 1
            ? t`one reading`
            : plural(count, { one: '# reading, newest first', other: '# readings, newest first' })}
          {!blame.complete && (
            <>
              {' '}
              · <Trans>older ones were not read</Trans>
            </>
          )}
        </small>
        <span className="grow" />
        <Kbd keys="shift+up" /> <Kbd keys="shift+down" />{' '}
        <span className="meta">
          <Trans>line</Trans>
        </span>
        <IconButton icon={X} small name={t`Close the readings`} keys="esc" onClick={onClose} />
      </div>
      <div className="scroll">
        <table>
          <tbody>
            {readings.map((reading, at) => (
              <ReadingRow
                key={reading.commit}
                reading={reading}
                isCurrent={at === 0}
                onRestore={() => void restoreLine(blame.path, blame.blob, withLine(text, line, reading.text), line)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ReadingRowProps {
  readonly reading: Reading
  readonly isCurrent: boolean
  readonly onRestore: () => void
}

function ReadingRow({ reading, isCurrent, onRestore }: ReadingRowProps) {
  return (
    <tr className={isCurrent ? 'now' : undefined}>
      <td>
        <ActorBadge actor={reading.actor} />
      </td>
      <td className="rdg">
        {reading.text === '' ? (
          <span className="ink3">
            <Trans>(an empty line)</Trans>
          </span>
        ) : (
          <RedactableText text={reading.text} />
        )}
      </td>
      <td className="sr hide-n">
        <Source reading={reading} />
      </td>
      <td className="act">
        {isCurrent ? (
          <span className="meta">
            <Trans>now</Trans>
          </span>
        ) : (
          <Button variant="q" small onClick={onRestore}>
            <Trans>Restore</Trans>
          </Button>
        )}
      </td>
    </tr>
  )
}

function Source({ reading }: { readonly reading: Reading }) {
  const { broughtBack } = reading
  return (
    <>
      <Author reading={reading} />
      {broughtBack !== null && (
        <>
          {', '}
          <a className="text-link" href={`#${pointPath(broughtBack.commit)}`}>
            {broughtBack.actor === 'user' ? t`brought back by you` : t`brought back`}
          </a>
        </>
      )}
    </>
  )
}

function Author({ reading }: { readonly reading: Reading }) {
  const at = stamp(reading.time)
  const { conversation, turn } = reading
  if (conversation !== null && turn !== null)
    return (
      <>
        {at},{' '}
        <a className="text-link" href={`#${chatPath(conversation)}`}>
          <Trans>turn {turn}</Trans>
        </a>
      </>
    )
  return (
    <>
      <a href={`#${pointPath(reading.commit)}`}>{at}</a>
      {reading.actor === 'user' ? t`, written by you` : reading.actor === 'outside' ? t`, by another program` : ''}
    </>
  )
}
