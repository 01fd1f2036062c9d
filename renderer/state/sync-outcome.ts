import { plural, t } from '@lingui/core/macro'
import type { SyncOutcome } from '../../shared/devices.ts'
import { factsText } from '../format/language.ts'

/** "Synced, 2 changes sent, 1 change received" */
export function outcomeText({ pushed, pulled, waiting }: Pick<SyncOutcome, 'pushed' | 'pulled' | 'waiting'>): string {
  if (pushed + pulled + waiting === 0) return t`Synced: nothing new`
  return factsText([
    t`Synced`,
    pushed > 0 && plural(pushed, { one: '# change sent', other: '# changes sent' }),
    pulled > 0 && plural(pulled, { one: '# change received', other: '# changes received' }),
    waiting > 0 && plural(waiting, { one: '# decision needed', other: '# decisions needed' }),
  ])
}
