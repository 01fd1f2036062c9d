import type { ModelProblem } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import { clip, describeRedirect } from './failures.ts'
import type { Fault } from './fault.ts'

export interface Judgement {
  readonly problem: ModelProblem
  readonly words: string
}

type Service = Pick<Access, 'who' | 'model' | 'key' | 'isOfficial'>

/** What is wrong with address, key or model after a failed request outside a conversation. */
export function judgeFailure(fault: Fault, service: Service): Judgement {
  const { who, model, key } = service
  if (fault.kind === 'no-network') return unreachable(service)
  if (fault.kind === 'slow')
    return {
      problem: 'busy',
      words: `${who} did not answer in time. It may still be loading a model. Try again in a moment.`,
    }
  if (fault.kind === 'unreachable') return refused(service)
  if (fault.kind === 'broken-answer') return notMessages(who)
  const { status, type, message, ledTo } = fault.failure
  if (ledTo !== null) return { problem: 'wrong-address', words: describeRedirect(who, ledTo) }
  const code = status === null ? '' : ` (${status})`
  if (status === 401)
    return key === undefined
      ? { problem: 'no-key', words: `${who} wants a key${code}. None was sent. Enter it in Settings.` }
      : {
          problem: 'wrong-key',
          words: `${who} refused the key${code}. It is wrong, or no longer valid. Enter it again.`,
        }
  if (status === 403)
    return {
      problem: 'not-allowed',
      words: `${who} does not let this key use ${model}${code}. Choose another model, or use another key.`,
    }
  if (type === 'not_found_error')
    return {
      problem: 'no-model',
      words: `${who} knows no model named ${model}${code}. Choose another one from its list.`,
    }
  if (status === 404 || status === 405 || status === 501) return notMessages(who)
  if (status === 429 || (status !== null && status >= 500))
    return { problem: 'busy', words: `${who} is running but cannot answer now${code}. Try again in a moment.` }
  return {
    problem: 'other',
    words: `${who} rejected the request${code}${message === null ? '' : `: ${clip(message)}`}. Check the model's name and the account.`,
  }
}

function unreachable({ isOfficial, who }: Service): Judgement {
  return isOfficial
    ? {
        problem: 'no-network',
        words:
          'No network. Claude cannot be reached; everything except the model works. Try again when the network is back.',
      }
    : {
        problem: 'no-network',
        words: `${who} cannot be reached: there is no network, or no computer of that name. Check both.`,
      }
}

function refused(service: Service): Judgement {
  if (service.isOfficial) return unreachable(service)
  return {
    problem: 'wrong-address',
    words: `Nothing answers for ${service.who.replace(/^The/, 'the')}. The server is not running, or its address is different. Start it, or correct the address.`,
  }
}

export function notMessages(who: string): Judgement {
  return {
    problem: 'not-messages',
    words: `${who} is running but does not speak the Messages format, so Variorum cannot use it. Update the server, or correct the address; it ends before /v1/messages.`,
  }
}
