import { plural, t } from '@lingui/core/macro'
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { factsText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { useDevices } from '../state/devices-store.ts'
import { settingsPath } from '../state/routes.ts'
import { explained } from '../ui/Tooltip.tsx'

/** What other devices lack, and why; nothing while all have the same. */
export function RemoteSummary() {
  const remote = useDevices(({ state }) => state?.remote)
  if (remote == null || (remote.ahead === 0 && remote.problem === null)) return null
  const { ahead, problem } = remote
  const isWrong = problem !== null && problem.kind !== 'offline'
  const Icon = isWrong ? TriangleAlert : problem === null ? CloudUpload : CloudOff
  const count = plural(ahead, { one: '# to send', other: '# to send' })
  const state = isWrong ? t`not synced` : problem === null ? null : t`remote offline`
  const why = problem === null ? t`The other devices get these changes with the next sync` : worded(problem.reason)
  return (
    <a className={isWrong ? 'wait due' : 'it'} href={`#${settingsPath('devices')}`} {...explained(why)}>
      <Icon className="i s" aria-hidden />
      <span className="num">{factsText([state, ahead > 0 && count])}</span>
    </a>
  )
}
