import type { ServiceFailure } from './service-failure.ts'

/** What a service's error means, however the service names it. */
export type ServiceProblem =
  | 'wrong-key'
  | 'not-allowed'
  | 'no-model'
  | 'no-endpoint'
  | 'no-credit'
  | 'spend-limit'
  | 'too-long'
  | 'thoughts-refused'
  | 'pictures-refused'
  | 'network-sign-in'
  | 'proxy-sign-in'
  | 'too-many-requests'
  | 'overloaded'
  | 'late'
  | 'in-use'
  | 'fault'
  | 'rejected'

/** By a name, which is exact, else by a status, else by words. Of several the first counts. */
const MEANINGS: readonly {
  readonly problem: ServiceProblem
  readonly names?: RegExp
  readonly statuses?: readonly number[]
  readonly words?: RegExp
  /** Some servers say it with the status of a fault of their own. */
  readonly mayBeFault?: true
}[] = [
  // Gateways answer these two with other statuses too, 429 among them.
  {
    problem: 'thoughts-refused',
    words:
      /signature.{0,40}\bthinking\b|thinking.{0,40}\bblocks?\b.{0,80}(?:cannot be modified|signature|different conversation|prefix|passed back)|expected `?(?:thinking|redacted_thinking)|(?:prefix|organization|end_user|model)_binding_mismatch|content\[\]\.thinking|thinking\.signature|\bdifferent conversation\b/i,
  },
  {
    problem: 'pictures-refused',
    words:
      /\b(?:images?|image_url|pictures?|vision|multi-?modal)\b.{0,60}\b(?:not (?:supported|enabled|allowed|available)|unsupported|only supported)|(?:not|n['’]t) (?:currently )?(?:support|accept|take|process|handle)\b.{0,40}\b(?:images?|image_url|pictures?|vision|multi-?modal)\b|(?:not a (?:vision|multi-?modal)|support image input|required for image input|at most 0 image|unknown variant .?image|only .?text.? content|(?:unsupported|invalid) (?:content )?(?:part )?type:? .?image|content.{0,12} must be a string)/i,
    mayBeFault: true,
  },
  {
    problem: 'too-long',
    names: /^(?:request_too_large|context_length_exceeded|exceed_context_size_error|request_body_too_large\w*)$/,
    statuses: [413],
    words:
      /prompt is too long|exceeds? (?:the )?(?:available |maximum )?context|maximum context length|context (?:length|window|size|limit)\D{0,40}(?:exceed|overflow)|exceed context limit|exceeds the maximum number of tokens|context the overflows/i,
  },
  {
    problem: 'spend-limit',
    names: /^(?:(?:contract|enforced|linked_organization)_spend_limit_reached|billing_hard_limit_reached)$/,
    words: /spend(?:ing)? limit|usage limits?\b.{0,40}\b(?:reached|regain)/i,
  },
  {
    problem: 'no-credit',
    names: /^(?:billing_error|insufficient_(?:quota|balance|credits?|funds)|linked_organization_billing_unavailable)$/,
    statuses: [402],
    // Gemini says the same of a limit by the minute, and when it ends.
    words:
      /credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds|quota)|exceeded your current quota(?!.*retry in)/i,
  },
  { problem: 'wrong-key', names: /^(?:authentication_error|invalid_api_key)$/, statuses: [401] },
  { problem: 'not-allowed', names: /^(?:permission_error|organization_on_hold)$/, statuses: [403] },
  {
    problem: 'no-model',
    names: /^(?:not_found_error|model_not_found)$/,
    words: /\bmodel\b.{0,80}\b(?:not found|(?:not|n['’]t) exist)/i,
  },
  { problem: 'no-endpoint', statuses: [404, 405, 501] },
  { problem: 'proxy-sign-in', statuses: [407] },
  { problem: 'network-sign-in', statuses: [511] },
  { problem: 'overloaded', names: /^overloaded_error$/, statuses: [529, 503] },
  { problem: 'too-many-requests', names: /^rate_limit_(?:error|exceeded)$|^ramp_limit_exceeded$/, statuses: [429] },
  { problem: 'late', names: /^timeout_error$/, statuses: [408, 504] },
  { problem: 'in-use', names: /^conflict_error$/, statuses: [409] },
  { problem: 'fault', names: /^(?:api_error|server_error|internal_server_error)$/ },
]

export function problemOf({ status, names, message }: ServiceFailure): ServiceProblem {
  const found =
    MEANINGS.find(
      (meaning) =>
        names.some((name) => meaning.names?.test(name)) ||
        (message !== null &&
          (status === null || status < 500 || meaning.mayBeFault === true) &&
          meaning.words?.test(message) === true),
    ) ?? MEANINGS.find(({ statuses }) => status !== null && statuses?.includes(status))
  if (found !== undefined) return found.problem
  // In a stream, an error that the service does not name is its own: the message was taken.
  const isOwn = status === null ? !names.includes('invalid_request_error') : status >= 500
  return isOwn ? 'fault' : 'rejected'
}

const PASSING: readonly ServiceProblem[] = ['overloaded', 'too-many-requests', 'late', 'in-use', 'fault']

/** Whether asking again soon may help. An error in a stream that is not named as known may be anything, so it is told. */
export function isPassing(failure: ServiceFailure): boolean {
  if (failure.shouldRetry !== null) return failure.shouldRetry
  return PASSING.includes(problemOf(failure)) && (failure.status !== null || isNamed(failure))
}

function isNamed({ names }: ServiceFailure): boolean {
  return names.some((name) => MEANINGS.some((meaning) => meaning.names?.test(name)))
}

/** How long the conversation was and may be, in tokens. Services tell it in their first two numbers, in either order. */
export function tokensOf({ tokens, message }: ServiceFailure): ServiceFailure['tokens'] {
  if (tokens !== null || message === null) return tokens
  const sum = /(\d+) \+ (\d+) > (\d+)/.exec(message)
  const [one = 0, two = 0] =
    sum === null
      ? (message.match(/\d[\d,]{2,}/g) ?? []).map((number) => Number(number.replaceAll(',', '')))
      : [Number(sum[1]) + Number(sum[2]), Number(sum[3])]
  return one === 0 || two === 0 || one === two ? null : { sent: Math.max(one, two), most: Math.min(one, two) }
}
