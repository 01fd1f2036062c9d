/** The words for a model that did not answer. Pure; they hold no key and no address but the server's name. */

export interface Failure {
  readonly status: number | null
  /** The service's own name for the error, e.g. "overloaded_error". */
  readonly type: string | null
  /** The service's own sentence. */
  readonly said: string | null
  readonly retryAfterSeconds: number | null
}

const KEPT = 'Your message is kept and no memory was half-written.'

/** @param who what people call the model: "Claude", or "The model at localhost:8080" */
export function describeFailure(who: string, model: string, failure: Failure): string {
  const { status } = failure
  const code = status === null ? '' : ` (${status})`
  if (status === 401 || failure.type === 'authentication_error') return `${who} refused the key${code}. ${KEPT} Check the key in Settings, then retry.`
  if (status === 403 || failure.type === 'permission_error') return `${who} does not let this key use ${model}${code}. ${KEPT} Choose another model, or use another key.`
  if (failure.type === 'not_found_error') return `${who} knows no model named ${model}${code}. ${KEPT} Choose another model in Settings.`
  if (status === 404) return `${who} has nothing to answer with: the address or the model ${model} is not known there${code}. ${KEPT} Check both in Settings.`
  if (status === 413 || failure.type === 'request_too_large') return `The conversation has become too large for ${who}${code}. ${KEPT} Begin a new conversation; the memory goes with you.`
  if (status === 429 || failure.type === 'rate_limit_error') return `${who} stopped: too many requests${code}. ${KEPT} ${tryAgain(failure.retryAfterSeconds)}`
  if (status === 529 || failure.type === 'overloaded_error') return `${who} stopped: the service is overloaded${code}. ${KEPT} ${tryAgain(failure.retryAfterSeconds)}`
  if ((status !== null && status >= 500) || failure.type === 'api_error') return `${who} stopped: the service has a fault${code}. ${KEPT} ${tryAgain(failure.retryAfterSeconds)}`
  return `${who} did not take the message${code}${failure.said === null ? '' : `: ${clip(failure.said)}`}. ${KEPT} Change the message or the model, then send it again.`
}

export function describeNoNetwork(who: string): string {
  return `No network. You can read, edit, undo and restore. ${who} answers again when the network is back. ${KEPT}`
}

export function describeUnreachable(who: string, isOfficial: boolean): string {
  return isOfficial ? describeNoNetwork(who) : `${who} cannot be reached. ${KEPT} Check that it is running and that its address is right, then retry.`
}

export function describeSlow(who: string): string {
  return `${who} did not begin to answer in time. ${KEPT} Try again in a moment; a large model may need long to load.`
}

export function describeBrokenAnswer(who: string): string {
  return `${who} was cut off in the middle of its answer. What arrived is kept and no memory was half-written. Continue, or retry.`
}

function tryAgain(seconds: number | null): string {
  return seconds === null ? 'Try again in a moment.' : `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}

export function clip(said: string): string {
  const line = said.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
