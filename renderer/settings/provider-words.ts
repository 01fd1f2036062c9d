import { t } from '@lingui/core/macro'
import type { Message, MessageId } from '../../shared/messages/message.ts'
import { worded } from '../format/worded.ts'

const KEY_MISSING: readonly MessageId[] = ['claude-needs-key', 'preset-needs-key', 'try-key-missing']

/** Why a model cannot answer, for one who is in Settings already. */
export function whyNotReady(message: Message): string {
  if (KEY_MISSING.includes(message.id))
    return t`No key was entered or set in the environment. Enter one here, or choose another model.`
  if (message.id === 'no-model-chosen') return t`Choose one of this server’s models.`
  return worded(message)
}
