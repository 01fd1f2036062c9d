import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'
import type { Waiting } from '../../shared/waiting.ts'
import { deviceName, writerOf } from '../memory-parts/review-words.ts'
import { useChat } from '../state/chat-store.ts'
import { useDevice } from '../state/devices-store.ts'
import { settleAll } from '../state/held-writes.ts'
import { type WaitingGroup, waitingGroups, type WaitingWrite } from '../state/waiting-groups.ts'
import { Button } from '../ui/Button.tsx'
import { Fold } from '../ui/Fold.tsx'
import { useKeys } from '../ui/keys.ts'
import { WaitingRow } from './WaitingRow.tsx'

interface AllWaitingProps {
  readonly waiting: readonly Waiting[]
  /** The one that is looked at. */
  readonly open: string | undefined
}

/** What the user is to decide: what agents want to write is grouped by who wants it, and settled together or one by one. */
export function AllWaiting({ waiting, open }: AllWaitingProps) {
  const { others, groups, old } = waitingGroups(waiting)
  return (
    <section aria-label={t`Waiting for you`}>
      <div className="qh">
        <h2>
          <Trans>Waiting for you</Trans>
        </h2>
        <p>
          <Trans>Nothing here is done until you decide.</Trans>
        </p>
      </div>
      <Rows waiting={others} open={open} />
      {groups.map((group) => (
        <Group key={group.source} group={group} isNamed={groups.length > 1} open={open} />
      ))}
      {old.length > 0 && (
        <Fold
          name={plural(old.length, { one: 'Waiting for over two weeks: #', other: 'Waiting for over two weeks: #' })}
          isOpen={old.some(({ id }) => id === open)}
        >
          <SettleAll writes={old} isOpen={old.some(({ id }) => id === open)} />
          <Rows waiting={old} open={open} />
        </Fold>
      )}
    </section>
  )
}

function Rows({ waiting, open }: AllWaitingProps) {
  if (waiting.length === 0) return null
  return (
    <ul className="lst">
      {waiting.map((each) => (
        <WaitingRow key={each.id} waiting={each} isOpen={each.id === open} />
      ))}
    </ul>
  )
}

interface GroupProps extends Pick<AllWaitingProps, 'open'> {
  readonly group: WaitingGroup
  readonly isNamed: boolean
}

function Group({ group: { writes }, isNamed, open }: GroupProps) {
  const name = useSourceName(writes[0])
  return (
    <section aria-label={name}>
      {isNamed && (
        <div className="qh">
          <h3>{name}</h3>
        </div>
      )}
      <SettleAll writes={writes} isOpen={writes.some(({ id }) => id === open)} />
      <Rows waiting={writes} open={open} />
    </section>
  )
}

/** The conversation, the agent, or the other device. */
function useSourceName(write: WaitingWrite | undefined): string {
  const id = write?.origin.conversation
  const title = useChat(({ list }) => list?.find((each) => each.id === id)?.title)
  const device = useDevice(write?.conflict?.device)
  if (write?.conflict !== undefined) return deviceName(device)
  return title ?? (write === undefined ? '' : writerOf(write.origin))
}

interface SettleAllProps {
  readonly writes: readonly WaitingWrite[]
  /** One of them is looked at: then a key settles them. */
  readonly isOpen: boolean
}

/** Several writes of agents are settled together. */
function SettleAll({ writes, isOpen }: SettleAllProps) {
  const count = writes.length
  const [save, refuse] = [() => void settleAll(writes, 'save'), () => void settleAll(writes, 'refuse')]
  useKeys({ 'shift+enter': save, 'shift+u': refuse }, isOpen && count > 1)
  if (count < 2) return null
  const areOfDevices = writes.every(({ conflict }) => conflict !== undefined)
  return (
    <div className="row all">
      <Button small icon={Check} {...(isOpen && { keys: 'shift+enter' })} onClick={save}>
        {areOfDevices
          ? plural(count, { one: 'Take it', other: 'Take all #' })
          : plural(count, { one: 'Save it', other: 'Save all #' })}
      </Button>
      <Button small icon={X} {...(isOpen && { keys: 'shift+u' })} onClick={refuse}>
        {areOfDevices ? <Trans>Take none</Trans> : <Trans>Save none</Trans>}
      </Button>
    </div>
  )
}
