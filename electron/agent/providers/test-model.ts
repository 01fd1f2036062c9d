import { say } from '../../../shared/messages/say.ts'
import type { ModelTest } from '../../../shared/models.ts'
import type { Format } from '../../../shared/presets.ts'
import type { Access } from './access.ts'
import { readAddress } from './address.ts'
import { toFault } from './fault.ts'
import { judgeFailure, wrongFormat } from './judge-failure.ts'
import { listModels } from './list-models.ts'
import { serviceAt } from './service.ts'

const TIMEOUT_MS = 60_000

/** Asks the model for one word. A failure comes back as a message that says what is wrong. */
export async function testModel(access: Access): Promise<ModelTest> {
  try {
    await serviceAt(access, TIMEOUT_MS).askOneWord(access.model)
    return { problem: null, words: say('try-answers', { who: access.who, model: access.model }) }
  } catch (error) {
    const judgement = judgeFailure(toFault(error), access)
    if (judgement.problem !== 'wrong-format' || access.isOfficial) return judgement
    if (await speaksTheOther(access)) return wrongFormat(access, true)
    return (await missingModel(access)) ?? judgement
  }
}

/** Some servers answer "not found" for a model and an address alike; their list shows which it is. */
async function missingModel(access: Access): Promise<ModelTest | null> {
  const listed = await listModels(access)
  if (listed.kind === 'failed' || listed.models.length === 0 || listed.models.some(({ id }) => id === access.model))
    return null
  return {
    problem: 'no-model',
    words: say('try-unknown-model-plain', { who: access.who, model: access.model }),
  }
}

/** Whether the model answers in the other format. */
async function speaksTheOther(access: Access): Promise<boolean> {
  const format: Format = access.format === 'messages' ? 'openai' : 'messages'
  const baseUrl = readAddress(access.baseUrl, format, 'other')
  if (typeof baseUrl !== 'string') return false
  try {
    await serviceAt({ ...access, format, baseUrl, preset: 'other' }, TIMEOUT_MS).askOneWord(access.model)
    return true
  } catch {
    return false // the first failure is the one to tell
  }
}
