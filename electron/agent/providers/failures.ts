import { assertNever } from '../../../shared/assert-never.ts'
import type { NextStep } from '../../../shared/conversation.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Format } from '../../../shared/presets.ts'
import type { Explanation } from '../provider.ts'
import type { Fault } from './fault.ts'
import type { ServiceFailure } from './service-failure.ts'
import { isPassing, problemOf, tokensOf } from './service-problem.ts'

// Messages for a model that did not answer. Pure; they contain no key, and no address except the server's host.

const KEPT = say('kept')
const kept = (what: Message): Message => say('then-kept', { what, kept: KEPT })

/** A name, or "The model at localhost:8080". */
export type Who = string | Message

export interface Answering {
  readonly who: Who
  readonly model: string
  readonly isOfficial: boolean
  readonly format: Format
}

/** The words for a conversation in which a request failed. */
export function explain(fault: Fault, answering: Answering): Explanation {
  const { who, isOfficial } = answering
  switch (fault.kind) {
    case 'no-network':
      return noNetwork(who)
    case 'unknown-host':
      return isOfficial ? noNetwork(who) : inSettings(kept(describeUnknownHost(who)))
    case 'unreachable':
      return { ...unreachable(answering), again: { what: say('connection-failed'), afterMs: null } }
    case 'proxy':
      return withNext(['retry', 'settings'], kept(describeProxy(fault.trouble)))
    case 'certificate':
      return withNext(['retry', 'settings'], kept(describeCertificate(who, fault.trouble)))
    case 'no-encryption':
      return inSettings(kept(describeNoEncryption(who)))
    case 'slow':
      return withNext(['retry'], say('slow-to-begin', { who, kept: KEPT }))
    case 'redirected':
      return inSettings(kept(describeRedirect(who, fault.to)))
    case 'no-stream':
      return noStream(fault, answering)
    case 'broken-answer':
      return withNext(['retry'], say('cut-off-by-service', { who }))
    case 'too-deep':
      return withNext(['retry'], say('answer-too-deep', { who, kept: KEPT }))
    case 'answered':
      return explainAnswer(fault.failure, answering)
    default:
      return assertNever(fault)
  }
}

/** A service's status, and its own words where they say more than that. */
export function codeAndWords({ status, message }: ServiceFailure): string {
  const code = status === null ? '' : ` (${status})`
  return message === null || /^(?:overloaded|internal server error|unauthorized|not found)$/i.test(message)
    ? code
    : `${code}: ${message}`
}

/** What a service said instead of answering. */
function explainAnswer(failure: ServiceFailure, answering: Answering): Explanation {
  const { who, model } = answering
  const code = codeAndWords(failure)
  const problem = problemOf(failure)
  switch (problem) {
    case 'wrong-key':
      return inSettings(say('key-refused', { who, code, kept: KEPT }))
    case 'not-allowed':
      return inSettings(say('model-not-allowed', { who, model, code, kept: KEPT }))
    case 'no-model':
      return inSettings(say('unknown-model', { who, model, code, kept: KEPT }))
    case 'no-endpoint':
      return inSettings(say('unknown-endpoint', { who, model, code, kept: KEPT, advice: adviseOn(answering.format) }))
    case 'no-credit':
      return withNext(['retry', 'settings'], say('no-credit', { who, code, kept: KEPT }))
    case 'spend-limit':
      return withNext(['retry', 'settings'], say('spending-limit', { who, code, kept: KEPT }))
    case 'too-long':
      return tooLong(failure, who)
    case 'thoughts-refused':
      return {
        words: say('thoughts-refused', { who, code, kept: KEPT }),
        next: ['retry', 'new-conversation'],
        problem,
      }
    case 'pictures-refused':
      return { ...rejected(who, code), problem }
    case 'proxy-sign-in':
      return withNext(['retry', 'settings'], kept(describeProxy('sign-in')))
    case 'network-sign-in':
      return noStream({ kind: 'no-stream', found: 'page' }, answering)
    case 'rejected':
      return rejected(who, code)
    default:
      return passing(failure, who, WHAT_PASSES[problem])
  }
}

/** As a reason after "couldn’t answer:", and as a sentence before "Trying again". */
const WHAT_PASSES = {
  overloaded: [say('because-overloaded'), say('overloaded')],
  'too-many-requests': [say('because-too-many-requests'), say('too-many-requests')],
  late: [say('because-late'), say('late')],
  'in-use': [say('because-in-use'), say('in-use')],
  fault: [say('because-fault'), say('fault')],
} as const

function passing(
  failure: ServiceFailure,
  who: Who,
  [reason, sentence]: readonly [reason: Message, sentence: Message],
): Explanation {
  const { retryAfterMs } = failure
  const when = retryAfterMs === null || retryAfterMs < 1000 ? say('in-a-moment') : inTime(retryAfterMs)
  return {
    words: say('service-stopped', { who, reason, code: codeAndWords(failure), kept: KEPT, when }),
    next: ['retry'],
    ...(isPassing(failure) ? { again: { what: sentence, afterMs: retryAfterMs } } : {}),
  }
}

function tooLong(failure: ServiceFailure, who: Who): Explanation {
  const tokens = tokensOf(failure)
  const values = { who: inSentence(who), kept: KEPT }
  const words =
    tokens === null
      ? say('too-long-for-model', { ...values, code: codeAndWords(failure) })
      : say('too-long-for-model-by', { ...values, ...tokens, code: codeAndWords({ ...failure, message: null }) })
  return withNext(['new-conversation', 'edit'], words)
}

const FORMATS: Readonly<Record<Format, { readonly name: Message; readonly path: string; readonly other: Format }>> = {
  messages: { name: say('messages-format'), path: '/v1/messages', other: 'openai' },
  openai: { name: say('openai-format'), path: '/chat/completions', other: 'messages' },
}

/** The way out when a server does not speak this format. */
function adviseOn(format: Format): Message {
  return say('other-format-advice', { other: FORMATS[FORMATS[format].other].name })
}

/** @param isOther it was seen to speak the other format */
export function describeWrongFormat(who: Who, format: Format, isOther = false): Message {
  const { name, path, other } = FORMATS[format]
  return isOther
    ? say('speaks-other-format', { who, format: name, other: FORMATS[other].name })
    : say('wrong-format', { who, format: name, path, advice: adviseOn(format) })
}

function noStream(fault: Extract<Fault, { kind: 'no-stream' }>, { who, format }: Answering): Explanation {
  switch (fault.found) {
    case 'page':
      return withNext(['retry', 'settings'], say('page-answered', { who: inSentence(who), kept: KEPT }))
    case 'nothing':
      return withNext(['retry', 'settings'], say('empty-answer', { who, kept: KEPT }))
    case 'document':
      return inSettings(
        say('strange-answer', {
          who,
          format: FORMATS[format].name,
          words: fault.words === null ? '' : `: ${fault.words}`,
          kept: KEPT,
          path: FORMATS[format].path,
          advice: adviseOn(format),
        }),
      )
    case 'other-format':
      return inSettings(say('other-format-answer', { who, kept: KEPT, advice: adviseOn(format) }))
    default:
      return assertNever(fault)
  }
}

export function describeRedirect(who: Who, to: string | Message): Message {
  return say('redirected', { who, to })
}

export function describeUnknownHost(who: Who): Message {
  return say('unknown-host', { who })
}

export function describeProxy(trouble: Extract<Fault, { kind: 'proxy' }>['trouble']): Message {
  return trouble === 'sign-in' ? say('proxy-sign-in') : say('proxy-refused')
}

export function describeCertificate(who: Who, trouble: Extract<Fault, { kind: 'certificate' }>['trouble']): Message {
  switch (trouble) {
    case 'untrusted':
      return say('certificate-untrusted', { who })
    case 'out-of-date':
      return say('certificate-out-of-date', { who })
    case 'other-name':
      return say('certificate-of-another', { who })
    default:
      return assertNever(trouble)
  }
}

export function describeNoEncryption(who: Who): Message {
  return say('no-encryption', { who })
}

function noNetwork(who: Who): Explanation {
  return withNext(['retry'], say('no-network', { who, kept: KEPT }))
}

function unreachable({ who, isOfficial }: Answering): Explanation {
  return isOfficial ? noNetwork(who) : withNext(['retry', 'settings'], say('unreachable', { who, kept: KEPT }))
}

function inSettings(words: Message): Explanation {
  return withNext(['settings', 'retry'], words)
}

function rejected(who: Who, code: string): Explanation {
  return withNext(['edit', 'settings', 'retry'], say('message-rejected', { who, code, kept: KEPT }))
}

function withNext(next: readonly NextStep[], words: Message): Explanation {
  return { words, next }
}

/** As it is inside a sentence. */
export function inSentence(who: Who): Who {
  if (typeof who === 'string') return who
  switch (who.id) {
    case 'model-at':
      return { ...who, id: 'the-model-at' }
    case 'model-at-this-address':
      return say('the-model-at-this-address')
    default:
      return who
  }
}

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]

/** "in 40 seconds", "in an hour". A service's clock may be years off, so nothing beyond a day is believed to the hour. */
function inTime(ms: number): Message {
  const count = (unit: number): number => Math.max(1, Math.ceil(ms / unit))
  if (ms < 90 * SECOND_MS) return say('in-seconds', { count: count(SECOND_MS) })
  if (ms <= 55 * MINUTE_MS) return say('in-minutes', { count: count(MINUTE_MS) })
  if (ms <= 24 * HOUR_MS) return say('in-hours', { count: count(HOUR_MS) })
  return say('in-a-day')
}
