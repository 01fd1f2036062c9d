import { assertNever } from '../../../shared/assert-never.ts'
import type { ModelProblem } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import {
  describeCertificate,
  describeNoEncryption,
  describeProxy,
  describeRedirect,
  describeUnknownHost,
  describeWrongFormat,
  inSentence,
} from './failures.ts'
import type { Fault } from './fault.ts'
import type { ServiceFailure } from './service-failure.ts'
import { problemOf } from './service-problem.ts'

export interface Judgement {
  readonly problem: ModelProblem
  readonly words: string
}

type Service = Pick<Access, 'who' | 'model' | 'key' | 'isOfficial' | 'format'>

/** What is wrong with address, key or model after a failed request outside a conversation. */
export function judgeFailure(fault: Fault, service: Service): Judgement {
  const { who, isOfficial } = service
  switch (fault.kind) {
    case 'no-network':
      return isOfficial ? noNetwork : { problem: 'no-network', words: describeUnknownHost(who) }
    case 'unknown-host':
      return isOfficial ? noNetwork : { problem: 'no-network', words: describeUnknownHost(who) }
    case 'unreachable':
      return isOfficial ? noNetwork : nothingThere(who)
    case 'proxy':
      return { problem: 'no-network', words: describeProxy(fault.trouble) }
    case 'certificate':
      return { problem: 'wrong-address', words: describeCertificate(who, fault.trouble) }
    case 'no-encryption':
      return { problem: 'wrong-address', words: describeNoEncryption(who) }
    case 'slow':
      return {
        problem: 'busy',
        words: `${who} did not answer in time. It may still be loading a model. Try again in a moment.`,
      }
    case 'redirected':
      return { problem: 'wrong-address', words: describeRedirect(who, fault.to) }
    case 'no-stream':
      return wrongFormat(service, fault.found === 'other-format')
    case 'broken-answer':
      return wrongFormat(service)
    case 'answered':
      return judgeAnswer(fault.failure, service)
    default:
      return assertNever(fault)
  }
}

function judgeAnswer(failure: ServiceFailure, service: Service): Judgement {
  const { who, model, key } = service
  const { status, message } = failure
  const code = status === null ? '' : ` (${status})`
  const problem = problemOf(failure)
  switch (problem) {
    case 'wrong-key':
      return key === undefined
        ? { problem: 'no-key', words: `${who} wants a key${code}. None was sent. Enter it in Settings.` }
        : {
            problem: 'wrong-key',
            words: `${who} refused the key${code}. It is wrong, or no longer valid. Enter it again.`,
          }
    case 'not-allowed':
      return {
        problem: 'not-allowed',
        words: `${who} does not let this key use ${model}${code}. Choose another model, or use another key.`,
      }
    case 'no-model':
      return {
        problem: 'no-model',
        words: `${who} knows no model named ${model}${code}. Choose another one from its list.`,
      }
    case 'no-endpoint':
      return wrongFormat(service)
    case 'proxy-sign-in':
      return { problem: 'no-network', words: describeProxy('sign-in') }
    case 'no-credit':
    case 'spend-limit':
      return {
        problem: 'not-allowed',
        words: `${who} knows the key, but ${problem === 'no-credit' ? 'the account has no credit left' : 'the account has reached its spending limit'}${code}. See the service's billing page.`,
      }
    case 'overloaded':
    case 'too-many-requests':
    case 'late':
    case 'in-use':
    case 'fault':
      return { problem: 'busy', words: `${who} is running but cannot answer now${code}. Try again in a moment.` }
    case 'network-sign-in':
      return {
        problem: 'no-network',
        words: `This network wants you to sign in first${code}. Open any page in a browser.`,
      }
    case 'too-long':
    case 'thoughts-refused':
    case 'rejected':
      return {
        problem: 'other',
        words: `${who} rejected the request${code}${message === null ? '' : `: ${message}`}. Check the model's name and the account.`,
      }
    default:
      return assertNever(problem)
  }
}

const noNetwork: Judgement = {
  problem: 'no-network',
  words: 'No network. Claude cannot be reached; everything except the model works. Try again when the network is back.',
}

function nothingThere(who: string): Judgement {
  return {
    problem: 'wrong-address',
    words: `Nothing answers for ${inSentence(who)}. The server is not running, or its address is different. Start it, or correct the address.`,
  }
}

/** @param isOther it was seen to speak the other format */
export function wrongFormat({ who, format }: Pick<Service, 'who' | 'format'>, isOther = false): Judgement {
  return { problem: 'wrong-format', words: describeWrongFormat(who, format, isOther) }
}
