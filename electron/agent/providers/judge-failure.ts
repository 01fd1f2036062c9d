import { assertNever } from '../../../shared/assert-never.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { ModelProblem } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import {
  codeAndWords,
  describeCertificate,
  describeNoEncryption,
  describeProxy,
  describeRedirect,
  describeUnknownHost,
  describeWrongFormat,
  type Who,
} from './failures.ts'
import type { Fault } from './fault.ts'
import type { ServiceFailure } from './service-failure.ts'
import { problemOf } from './service-problem.ts'

export interface Judgement {
  readonly problem: ModelProblem
  readonly words: Message
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
        words: say('try-no-answer-in-time', { who }),
      }
    case 'redirected':
      return { problem: 'wrong-address', words: describeRedirect(who, fault.to) }
    case 'no-stream':
      return wrongFormat(service, fault.found === 'other-format')
    case 'broken-answer':
    case 'too-deep':
      return wrongFormat(service)
    case 'answered':
      return judgeAnswer(fault.failure, service)
    default:
      return assertNever(fault)
  }
}

function judgeAnswer(failure: ServiceFailure, service: Service): Judgement {
  const { who, model, key } = service
  const code = codeAndWords(failure)
  const problem = problemOf(failure)
  switch (problem) {
    case 'wrong-key':
      return key === undefined
        ? { problem: 'no-key', words: say('try-key-missing', { who, code }) }
        : {
            problem: 'wrong-key',
            words: say('try-key-refused', { who, code }),
          }
    case 'not-allowed':
      return {
        problem: 'not-allowed',
        words: say('try-model-not-allowed', { who, model, code }),
      }
    case 'no-model':
      return {
        problem: 'no-model',
        words: say('try-unknown-model', { who, model, code }),
      }
    case 'no-endpoint':
      return wrongFormat(service)
    case 'proxy-sign-in':
      return { problem: 'no-network', words: describeProxy('sign-in') }
    case 'no-credit':
    case 'spend-limit':
      return {
        problem: 'not-allowed',
        words: say(problem === 'no-credit' ? 'try-no-credit' : 'try-spending-limit', { who, code }),
      }
    case 'overloaded':
    case 'too-many-requests':
    case 'late':
    case 'in-use':
    case 'fault':
      return { problem: 'busy', words: say('try-busy', { who, code }) }
    case 'network-sign-in':
      return {
        problem: 'no-network',
        words: say('try-sign-in', { code }),
      }
    case 'too-long':
    case 'thoughts-refused':
    case 'pictures-refused':
    case 'rejected':
      return {
        problem: 'other',
        words: say('try-rejected', { who, code }),
      }
    default:
      return assertNever(problem)
  }
}

const noNetwork: Judgement = {
  problem: 'no-network',
  words: say('try-no-network'),
}

function nothingThere(who: Who): Judgement {
  return {
    problem: 'wrong-address',
    words: say('nothing-answers', { who }),
  }
}

/** @param isOther it was seen to speak the other format */
export function wrongFormat({ who, format }: Pick<Service, 'who' | 'format'>, isOther = false): Judgement {
  return { problem: 'wrong-format', words: describeWrongFormat(who, format, isOther) }
}
