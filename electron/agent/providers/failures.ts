import { assertNever } from '../../../shared/assert-never.ts'
import type { Explanation } from '../provider.ts'
import type { Fault } from './fault.ts'

// Messages for a model that did not answer. Pure; they contain no key, and no address except the server's host.

export interface ServiceFailure {
  readonly status: number | null
  /** The host, or "another address", that the service wanted to send the request on to. */
  readonly ledTo: string | null
  /** The service's name for the error, e.g. "overloaded_error". */
  readonly type: string | null
  /** The service's message. */
  readonly message: string | null
  readonly retryAfterSeconds: number | null
}

const KEPT = 'Your message is kept and no memory was half-written.'

export interface Answering {
  /** The model's name for people: "Claude", or "The model at localhost:8080". */
  readonly who: string
  readonly model: string
  readonly isOfficial: boolean
}

/** The words for a conversation in which a request failed. */
export function explain(fault: Fault, { who, model, isOfficial }: Answering): Explanation {
  switch (fault.kind) {
    case 'no-network':
      return describeNoNetwork(who)
    case 'slow':
      return describeSlow(who)
    case 'unreachable':
      return describeUnreachable(who, isOfficial)
    case 'broken-answer':
      return describeBrokenAnswer(who)
    case 'answered':
      return describeFailure(who, model, fault.failure)
    default:
      return assertNever(fault)
  }
}

/** @param who the model's name for people: "Claude", or "The model at localhost:8080" */
export function describeFailure(who: string, model: string, failure: ServiceFailure): Explanation {
  const { status, type } = failure
  const code = status === null ? '' : ` (${status})`
  const again = tryAgain(failure.retryAfterSeconds)
  if (failure.ledTo !== null) return inSettings(`${describeRedirect(who, failure.ledTo)} ${KEPT}`)
  if (status === 401 || type === 'authentication_error')
    return inSettings(`${who} refused the key${code}. ${KEPT} Check the key in Settings, then retry.`)
  if (status === 403 || type === 'permission_error')
    return inSettings(
      `${who} does not let this key use ${model}${code}. ${KEPT} Choose another model, or use another key.`,
    )
  if (type === 'not_found_error')
    return inSettings(`${who} knows no model named ${model}${code}. ${KEPT} Choose another model in Settings.`)
  if (status === 404)
    return inSettings(
      `${who} cannot answer: it does not know this address or the model ${model}${code}. ${KEPT} Check both in Settings.`,
    )
  if (status === 413 || type === 'request_too_large')
    return {
      words: `The conversation has become too large for ${who}${code}. ${KEPT} Begin a new conversation; the memory goes with you.`,
      next: ['new-conversation'],
    }
  if (status === 429 || type === 'rate_limit_error')
    return retryLater(`${who} stopped: too many requests${code}. ${KEPT} ${again}`)
  if (status === 529 || type === 'overloaded_error')
    return retryLater(`${who} stopped: the service is overloaded${code}. ${KEPT} ${again}`)
  if ((status !== null && status >= 500) || type === 'api_error')
    return retryLater(`${who} stopped: the service has a fault${code}. ${KEPT} ${again}`)
  return inSettings(
    `${who} rejected the message${code}${failure.message === null ? '' : `: ${clip(failure.message)}`}. ${KEPT} Change the message or the model, then send it again.`,
  )
}

export function describeRedirect(who: string, ledTo: string): string {
  return `${who} wanted to send the request on to ${ledTo}. Nothing went there: what you say and your key go only to the address in use. If the service has moved, change its address.`
}

function describeNoNetwork(who: string): Explanation {
  return retryLater(
    `No network. You can read, edit, undo and restore. ${who} answers again when the network is back. ${KEPT}`,
  )
}

function describeUnreachable(who: string, isOfficial: boolean): Explanation {
  return isOfficial
    ? describeNoNetwork(who)
    : {
        words: `${who} cannot be reached. ${KEPT} Check that it is running and that its address is right, then retry.`,
        next: ['retry', 'settings'],
      }
}

function describeSlow(who: string): Explanation {
  return retryLater(
    `${who} did not begin to answer in time. ${KEPT} Try again in a moment; a large model may take a while to load.`,
  )
}

function describeBrokenAnswer(who: string): Explanation {
  return retryLater(
    `${who} was cut off in the middle of its answer. What arrived is kept and no memory was half-written. Retry, or if part of it arrived, Continue resumes there.`,
  )
}

function inSettings(words: string): Explanation {
  return { words, next: ['settings', 'retry'] }
}

function retryLater(words: string): Explanation {
  return { words, next: ['retry'] }
}

function tryAgain(seconds: number | null): string {
  return seconds === null
    ? 'Try again in a moment.'
    : `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}

export function clip(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
