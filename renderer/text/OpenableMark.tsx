import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useCallback, useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { OriginalSource, RuleOrigin } from '../../shared/settled-values.ts'
import { groupLabel, levelLabel } from '../format/redaction-words.ts'
import { api } from '../state/api.ts'
import { POLICIES } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { MarkPlace } from './mark-place.ts'
import { NotASecret } from './NotASecret.tsx'

/** Below this, marks can be opened. @param source where their originals may still be */
export function OpenMarks({
  source = null,
  children,
}: {
  readonly source?: OriginalSource | null
  readonly children: ReactNode
}) {
  const call = source?.kind === 'call' ? source.call : null
  // Another function would draw every mark again.
  const draw = useCallback(
    (rule: string) => <OpenableMark rule={rule} source={call === null ? null : { kind: 'call', call }} />,
    [call],
  )
  return <MarkPlace value={draw}>{children}</MarkPlace>
}

/** What the agent wrote in the call that made a commit, if it did. */
export const originalOf = ({ origin: { call } }: Commit): OriginalSource | null =>
  call === undefined ? null : { kind: 'call', call }

/** What surrounds a mark, such as a card or a line, has keys and clicks of its own. */
const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** The keys that press the mark; all others are for the window. */
const stopPress = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
}

interface MarkProps {
  readonly rule: string
  readonly source: OriginalSource | null
}

/** A mark that says why something is redacted, and lets it pass. */
function OpenableMark({ rule, source }: MarkProps) {
  const [open, setOpen] = useState(false)
  const words = t`redacted · ${rule}`
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="veil"
          aria-label={t`${words}: why, and what to do`}
          {...tooltip(t`Why is this redacted?`)}
          onClick={stop}
          onKeyDown={stopPress}
        >
          {words}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu why-mark"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t`Why this is redacted`}
          onClick={stop}
          onKeyDown={stop}
        >
          <WhyRedacted rule={rule} source={source} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function WhyRedacted({ rule, source }: MarkProps) {
  const [asking, setAsking] = useState(false)
  const { answer: origin } = useQuery(rule, 0, () => api.values.origin.query({ rule }))
  return (
    <>
      <h2>{t`redacted · ${rule}`}</h2>
      <p>{origin === undefined ? '\u00a0' : reasonOf(origin)}</p>
      {asking ? (
        <NotASecret source={source} rule={rule} />
      ) : (
        <div className="row">
          {origin !== undefined && origin.kind !== 'own' && (
            <Button small onClick={() => setAsking(true)}>
              <Trans>Not a secret…</Trans>
            </Button>
          )}
          <a className="btn sm q" href={`#${POLICIES}`}>
            <Trans>See the rules</Trans>
          </a>
        </div>
      )}
    </>
  )
}

function reasonOf(origin: RuleOrigin): string {
  switch (origin.kind) {
    case 'built-in': {
      const [group, level] = [groupLabel(origin.group), levelLabel(origin.level)]
      return t`Found by a built-in rule in “${group}”. This group is currently set to “${level}”.`
    }
    case 'own':
      return t`Found by a rule of your own. To stop redacting this, change the rule.`
    case 'marked':
      return t`You marked this value as a secret.`
    case 'unknown':
      return t`Found by a rule that isn’t in the current policies.`
  }
}
