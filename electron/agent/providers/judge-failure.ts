import type { ModelProblem } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import type { OpenClient } from './client.ts'
import { clip } from './failures.ts'
import { toFailure } from './messages.ts'

export interface Judged {
  readonly problem: ModelProblem
  readonly words: string
}

type Asked = Pick<Access, 'who' | 'model' | 'key' | 'isOfficial' | 'baseUrl'>

/** What is wrong with address, key or model when a service did not do what it was asked outside of a conversation. */
export function judgeFailure(error: unknown, { sdk, noRoute }: OpenClient, asked: Asked): Judged {
  const { who, model, key } = asked
  if (noRoute.aborted) return unreachable(asked)
  if (error instanceof sdk.APIConnectionTimeoutError)
    return {
      problem: 'busy',
      words: `${who} did not answer in time. It may still be loading a model. Try again in a moment.`,
    }
  if (error instanceof sdk.APIConnectionError) return refused(asked)
  if (!(error instanceof sdk.APIError)) return notMessages(who)
  const { status, type, said } = toFailure(error, key)
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
      words: `${who} knows no model named ${model}${code}. Choose another one of its list.`,
    }
  if (status === 404 || status === 405 || status === 501) return notMessages(who)
  if (status === 429 || (status !== null && status >= 500))
    return { problem: 'busy', words: `${who} is there, and cannot answer now${code}. Try again in a moment.` }
  return {
    problem: 'other',
    words: `${who} did not take the request${code}${said === null ? '' : `: ${clip(said)}`}. Check the model's name and the account.`,
  }
}

function unreachable({ isOfficial, who }: Asked): Judged {
  return isOfficial
    ? {
        problem: 'no-network',
        words:
          'No network. Claude cannot be asked; everything but the model works. Try again when the network is back.',
      }
    : {
        problem: 'no-network',
        words: `There is no way to ${who.replace(/^The/, 'the')}: no network, or no computer of that name. Check both.`,
      }
}

function refused(asked: Asked): Judged {
  if (asked.isOfficial) return unreachable(asked)
  return {
    problem: 'wrong-address',
    words: `Nothing answers for ${asked.who.replace(/^The/, 'the')}. The server is not running, or its address is another. Start it, or correct the address.`,
  }
}

export function notMessages(who: string): Judged {
  return {
    problem: 'not-messages',
    words: `${who} is there, and does not speak the Messages format. It cannot be used by Variorum. Bring the server up to date, or correct the address; it ends before /v1/messages.`,
  }
}
