import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flag, X } from 'lucide-react'
import { useRef } from 'react'
import type { AgentWords } from '../../shared/agent-words.ts'
import { type Commit, isClaimed, personOf } from '../../shared/commit.ts'
import type { Blame, LineSource, Reading } from '../../shared/memory.ts'
import { comma } from '../format/language.ts'
import { stamp, stampOf } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { withLine, withoutBlockMark } from '../memory-parts/annotated-lines.ts'
import { LineageMark } from '../memory-parts/LineageMark.tsx'
import { restoreLine } from '../state/actions.ts'
import { pointPath, turnPath } from '../state/routes.ts'
import { useAgentWords } from '../state/use-agent-words.ts'
import { useSentence } from '../state/use-sentence.ts'
import { useTitle } from '../state/use-title.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { explained } from '../ui/Tooltip.tsx'

interface ReadingsProps {
  readonly blame: Blame
  readonly line: number
  readonly text: string
  readonly onMoment: () => void
  readonly onClose: () => void
}

/** Line history (blame): every version the selected line ever had, newest first, with who wrote it and where. */
export function Readings({ blame, line, text, onMoment, onClose }: ReadingsProps) {
  const readings = blame.lines[line - 1]?.readings ?? []
  const count = readings.length
  const section = useRef<HTMLElement>(null)
  /** The buttons go with the versions: the focus stays in the pane, where the keys of a file work. */
  const leave = (): void => section.current?.closest('main')?.focus()
  const close = (): void => {
    leave()
    onClose()
  }
  const restore = (reading: Reading): void => {
    leave()
    void restoreLine(blame.path, blame.blob, withLine(text, line, reading.text), line)
  }
  return (
    <section ref={section} className="readings" aria-label={t`Versions of line ${line}`}>
      <div className="hd">
        {t`Line ${line}`}{' '}
        <small>
          {plural(count, { one: '# version', other: '# versions' })}
          {!blame.complete && (
            <>
              {' '}
              · <Trans>older ones not loaded</Trans>
            </>
          )}
        </small>
        <span className="grow" />
        <Button variant="q" small icon={Flag} keys="m" onClick={onMoment}>
          <Trans>When did this change?</Trans>
        </Button>
        <IconButton icon={X} small name={t`Close the versions`} keys="esc" onClick={close} />
      </div>
      <div className="scroll">
        <table>
          <tbody>
            {readings.map((reading, at) => (
              <ReadingRow
                key={readings.length - at}
                path={blame.path}
                reading={reading}
                source={blame.sources[reading.commit]}
                broughtBack={blame.sources[reading.broughtBack ?? '']}
                isCurrent={at === 0}
                onRestore={() => restore(reading)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ReadingRowProps {
  readonly path: string
  readonly reading: Reading
  readonly source: LineSource | undefined
  readonly broughtBack: LineSource | undefined
  readonly isCurrent: boolean
  readonly onRestore: () => void
}

function ReadingRow({ path, reading, source, broughtBack, isCurrent, onRestore }: ReadingRowProps) {
  const words = useAgentWords({ commit: reading.commit, source, line: { path, text: reading.text } })
  return (
    <tr className={isCurrent ? 'now' : undefined}>
      <td>
        {source !== undefined && (
          <span className="row by">
            <ActorBadge actor={source.origin.actor} />
            {source.origin.lineage === 'agent-untrusted' && <LineageMark lineage="agent-untrusted" />}
          </span>
        )}
      </td>
      <td className="rdg">
        {reading.text === '' ? (
          <span className="ink3">
            <Trans>(an empty line)</Trans>
          </span>
        ) : (
          <RedactableText text={withoutBlockMark(reading.text)} />
        )}
        {source !== undefined && <Said source={source} />}
        {words !== null && words !== undefined && <SaidToAgent words={words} />}
      </td>
      <td className="sr hide-n">
        {source !== undefined && <Author commit={reading.commit} source={source} />}
        {reading.broughtBack !== null && (
          <>
            {comma()}
            <a className="text-link" href={`#${pointPath(reading.broughtBack)}`}>
              {broughtBack?.origin.actor === 'user' ? t`restored by you` : t`restored`}
            </a>
          </>
        )}
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

const MAX_SAID_CHARACTERS = 300

/** What led another agent to a version, from its own conversation. There is nothing to open. */
function SaidToAgent({ words }: { readonly words: AgentWords }) {
  if (words.kind === 'gone')
    return (
      <span className="said">
        <Trans>Its conversation is no longer on this computer.</Trans>
      </span>
    )
  const { program, sentence } = words
  const time = stampOf(words.time)
  return (
    <>
      <span className="said cut" title={sentence}>
        <Trans>“{sentence}”</Trans>
      </span>
      <span className="said">{t`${program}, in its conversation of ${time}`}</span>
    </>
  )
}

/** What led to a version: the user's sentence, or the message of a commit that somebody made with git. */
function Said({ source }: { readonly source: LineSource }) {
  const { conversation, turn } = source.origin
  const { sentence } = useSentence(conversation, turn)
  const said = personOf(source) === null ? sentence : source.subject.slice(0, MAX_SAID_CHARACTERS)
  if (said === undefined) return null
  return (
    <span className="said cut" title={said}>
      {sentence !== undefined && conversation !== undefined && turn !== undefined ? (
        <a href={`#${turnPath(conversation, turn)}`}>
          <Trans>“{said}”</Trans>
        </a>
      ) : (
        <Trans>“{said}”</Trans>
      )}
    </span>
  )
}

function Author({ commit, source }: { readonly commit: Commit['id']; readonly source: LineSource }) {
  const { actor, model, client, conversation, turn } = source.origin
  const title = useTitle(conversation)
  const at = stamp(source.time)
  const person = personOf(source)
  return (
    <>
      <a href={`#${pointPath(commit)}`}>{at}</a>
      {conversation !== undefined && turn !== undefined ? (
        <>
          {comma()}
          <a
            className="text-link"
            href={`#${turnPath(conversation, turn)}`}
            {...(title !== undefined && explained(title))}
          >
            <Trans>turn {turn}</Trans>
          </a>
          {model !== undefined && `${comma()}${model}`}
        </>
      ) : person !== null ? (
        t`, by ${person}`
      ) : actor === 'user' ? (
        t`, by you`
      ) : client !== undefined ? (
        t`, by ${client}`
      ) : actor === 'outside' ? (
        t`, by another program`
      ) : (
        ''
      )}
      {isClaimed(source) && `${comma()}${t`claimed`}`}
    </>
  )
}
