import { assertNever } from '../../../shared/assert-never.ts'
import type { NextStep } from '../../../shared/conversation.ts'
import type { Format } from '../../../shared/presets.ts'
import type { Explanation } from '../provider.ts'
import type { Fault } from './fault.ts'
import type { ServiceFailure } from './service-failure.ts'
import { isPassing, problemOf, tokensOf } from './service-problem.ts'
import { inTime } from './waiting-words.ts'

// Messages for a model that did not answer. Pure; they contain no key, and no address except the server's host.

const KEPT = 'Your message is kept and no memory was half-written.'

export interface Answering {
  /** The model's name for people: "Claude", or "The model at localhost:8080". */
  readonly who: string
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
      return isOfficial ? noNetwork(who) : inSettings(`${describeUnknownHost(who)} ${KEPT}`)
    case 'unreachable':
      return { ...unreachable(answering), again: { what: 'The connection failed.', afterMs: null } }
    case 'proxy':
      return withNext(['retry', 'settings'], `${describeProxy(fault.trouble)} ${KEPT}`)
    case 'certificate':
      return withNext(['retry', 'settings'], `${describeCertificate(who, fault.trouble)} ${KEPT}`)
    case 'no-encryption':
      return inSettings(`${describeNoEncryption(who)} ${KEPT}`)
    case 'slow':
      return withNext(
        ['retry'],
        `${who} did not begin to answer in time. ${KEPT} Try again in a moment; a large model may take a while to load.`,
      )
    case 'redirected':
      return inSettings(`${describeRedirect(who, fault.to)} ${KEPT}`)
    case 'no-stream':
      return noStream(fault.found, answering)
    case 'broken-answer':
      return withNext(
        ['retry'],
        `${who} was cut off in the middle of its answer. What arrived is kept and no memory was half-written. Retry, or if part of it arrived, Continue resumes there.`,
      )
    case 'answered':
      return explainAnswer(fault.failure, answering)
    default:
      return assertNever(fault)
  }
}

/** What a service said instead of answering. */
function explainAnswer(failure: ServiceFailure, answering: Answering): Explanation {
  const { who, model } = answering
  const code = failure.status === null ? '' : ` (${failure.status})`
  const because = failure.message === null ? '' : `: ${failure.message}`
  const problem = problemOf(failure)
  switch (problem) {
    case 'wrong-key':
      return inSettings(`${who} refused the key${code}. ${KEPT} Check the key in Settings, then retry.`)
    case 'not-allowed':
      return inSettings(
        `${who} does not let this key use ${model}${code}${because}. ${KEPT} Choose another model, or use another key.`,
      )
    case 'no-model':
      return inSettings(`${who} knows no model named ${model}${code}. ${KEPT} Choose another model in Settings.`)
    case 'no-endpoint':
      return inSettings(
        `${who} does not know this address or the model ${model}${code}, so it cannot answer. ${KEPT} Check both in Settings. ${adviseOn(answering.format)}`,
      )
    case 'no-credit':
      return withNext(
        ['retry', 'settings'],
        `${who} did not answer: the account has no credit left${code}. ${KEPT} Add credit on the service's billing page, then retry; or use another model.`,
      )
    case 'spend-limit':
      return withNext(
        ['retry', 'settings'],
        `${who} did not answer: the account has reached its spending limit${code}. ${KEPT} Raise it on the service's billing page, or use another model.`,
      )
    case 'too-long':
      return tooLong(failure, who, code)
    case 'thoughts-refused':
      return {
        words: `${who} no longer accepts its own earlier thoughts in this conversation${code}. ${KEPT} Begin a new conversation, or ask another model; the memory goes with you.`,
        next: ['retry', 'new-conversation'],
        problem,
      }
    case 'proxy-sign-in':
      return withNext(['retry', 'settings'], `${describeProxy('sign-in')} ${KEPT}`)
    case 'network-sign-in':
      return noStream('page', answering)
    case 'rejected':
      return withNext(
        ['edit', 'settings', 'retry'],
        `${who} rejected the message${code}${because}. ${KEPT} Change the message or the model, then send it again.`,
      )
    default:
      return passing(failure, { who, what: WHAT_PASSES[problem], code })
  }
}

/** As a reason after "stopped:", and as a sentence before "Trying again". */
const WHAT_PASSES = {
  overloaded: ['the service is overloaded', 'Overloaded.'],
  'too-many-requests': ['too many requests', 'Too many requests.'],
  late: ['the service did not finish in time', 'No answer in time.'],
  'in-use': ['the service is busy with another request', 'Busy with another request.'],
  fault: ['the service has a fault', 'The service has a fault.'],
} as const

interface Passing {
  readonly who: string
  readonly what: readonly [string, string]
  readonly code: string
}

function passing(failure: ServiceFailure, { who, what: [reason, sentence], code }: Passing): Explanation {
  const { status, message, retryAfterMs } = failure
  const isOwn = status === null || status >= 500
  const because = !isOwn || message === null || /overloaded|internal server error/i.test(message) ? '' : `: ${message}`
  const when = retryAfterMs === null || retryAfterMs < 1000 ? 'in a moment' : inTime(retryAfterMs)
  return {
    words: `${who} stopped: ${reason}${code}${because}. ${KEPT} Try again ${when}.`,
    next: ['retry'],
    ...(isPassing(failure) ? { again: { what: sentence, afterMs: retryAfterMs } } : {}),
  }
}

function tooLong(failure: ServiceFailure, who: string, code: string): Explanation {
  const tokens = tokensOf(failure)
  const numbers =
    tokens === null
      ? ''
      : `: ${tokens.sent.toLocaleString('en')} tokens, where it takes ${tokens.most.toLocaleString('en')}`
  return withNext(
    ['new-conversation', 'edit'],
    `The conversation has become too large for ${inSentence(who)}${code}${numbers}. ${KEPT} Begin a new conversation; the memory goes with you. If it was your last message, shorten that.`,
  )
}

const FORMATS: Readonly<Record<Format, { readonly name: string; readonly path: string; readonly other: Format }>> = {
  messages: { name: 'the Messages format', path: '/v1/messages', other: 'openai' },
  openai: { name: 'the OpenAI format', path: '/chat/completions', other: 'messages' },
}

/** The way out when a server does not speak this format. */
function adviseOn(format: Format): string {
  return `If it speaks ${FORMATS[FORMATS[format].other].name} instead, choose "Another server" and that format in Settings, or put LiteLLM in front of it.`
}

/** @param isOther it was seen to speak the other format */
export function describeWrongFormat(who: string, format: Format, isOther = false): string {
  const { name, path, other } = FORMATS[format]
  return isOther
    ? `${who} is running but does not speak ${name}. It speaks ${FORMATS[other].name}: choose "Another server" and that format in Settings.`
    : `${who} is running but does not speak ${name}, so Variorum cannot use it this way. Update the server, or correct the address; it ends before ${path}. ${adviseOn(format)}`
}

function noStream(found: Extract<Fault, { kind: 'no-stream' }>['found'], { who, format }: Answering): Explanation {
  switch (found) {
    case 'page':
      return withNext(
        ['retry', 'settings'],
        `A web page answered instead of ${inSentence(who)}. ${KEPT} This network may want you to sign in: open any page in a browser, then retry. Otherwise correct the address in Settings.`,
      )
    case 'nothing':
      return withNext(
        ['retry', 'settings'],
        `${who} sent an empty answer, so it is probably not a model server. ${KEPT} Check the address in Settings, then retry.`,
      )
    case 'document':
      return inSettings(
        `${who} sent something other than an answer in ${FORMATS[format].name}. ${KEPT} Check the address in Settings; it ends before ${FORMATS[format].path}. ${adviseOn(format)}`,
      )
    case 'other-format':
      return inSettings(`${who} answered in another format, so Variorum cannot read it. ${KEPT} ${adviseOn(format)}`)
    default:
      return assertNever(found)
  }
}

export function describeRedirect(who: string, to: string): string {
  return `${who} wanted to send the request on to ${to}. Nothing went there: what you say and your key go only to the address in use. If this network wants you to sign in, open any page in a browser first; if the service has moved, change its address.`
}

export function describeUnknownHost(who: string): string {
  return `${who} cannot be reached: there is no network, or no computer of that name. Check both.`
}

export function describeProxy(trouble: Extract<Fault, { kind: 'proxy' }>['trouble']): string {
  return trouble === 'sign-in'
    ? "The network's proxy asks for a sign-in (407), so nothing was sent. Sign in to it, or put the name and password into the proxy's address in the system's settings."
    : "The network's proxy did not let the request through, so nothing was sent. Check the proxy in the system's settings."
}

export function describeCertificate(who: string, trouble: Extract<Fault, { kind: 'certificate' }>['trouble']): string {
  switch (trouble) {
    case 'untrusted':
      return `${who} was not asked: this computer does not trust its certificate. Your company may inspect traffic, or the server may have signed it itself. Have its authority's certificate installed on this computer.`
    case 'out-of-date':
      return `${who} was not asked: its certificate is not valid today. Check this computer's date; if it is right, the server needs a new certificate.`
    case 'other-name':
      return `${who} was not asked: its certificate belongs to another name. Check the address; something else may be answering there.`
    default:
      return assertNever(trouble)
  }
}

export function describeNoEncryption(who: string): string {
  return `${who} does not speak https. Begin its address with http: if the server is on this computer, or have the server offer https.`
}

function noNetwork(who: string): Explanation {
  return withNext(
    ['retry'],
    `No network. You can read, edit, undo and restore. ${who} answers again when the network is back. ${KEPT}`,
  )
}

function unreachable({ who, isOfficial }: Answering): Explanation {
  return isOfficial
    ? noNetwork(who)
    : withNext(
        ['retry', 'settings'],
        `${who} cannot be reached. ${KEPT} Check that it is running and that its address is right, then retry.`,
      )
}

function inSettings(words: string): Explanation {
  return withNext(['settings', 'retry'], words)
}

function withNext(next: readonly NextStep[], words: string): Explanation {
  return { words, next }
}

/** "The model at …" inside a sentence. */
export function inSentence(who: string): string {
  return who.replace(/^The /, 'the ')
}
