import { english } from '../../shared/messages/english.ts'
import type { PolicyState } from '../../shared/policy-state.ts'
import { areUndecided } from '../../shared/policy.ts'
import type { FromElsewhere, Stranger } from '../../shared/stores.ts'
import type { Waiting } from '../../shared/waiting.ts'
import type { PoliciesTexts, Store } from '../memory/store-interface.ts'
import { weaknessesOf } from '../policy-keeper/in-force.ts'
import type { PolicyKeeper } from '../policy-keeper/keeper.ts'

/**
 * What came with a folder and is not in use, for the user to see; `null` for nothing.
 * @param firstPolicies the folder's policies, if none were ever put in force here
 */
export function strangerIn(fromElsewhere: FromElsewhere | null, firstPolicies: string | null): Stranger | null {
  const {
    changes = 0,
    instructions = '',
    policies: inForce = null,
    hasAccessLog = false,
    hasForgedJournal = false,
    hasSettings = false,
    hasMarks = false,
  } = fromElsewhere ?? {}
  const weaknesses = [inForce, firstPolicies].flatMap(weaknessesOf)
  const policies = [...new Map(weaknesses.map((each) => [english(each), each])).values()]
  const stranger = { changes, instructions, policies, hasAccessLog, hasForgedJournal, hasSettings, hasMarks }
  const isNothing = Object.values({ ...stranger, policies: policies.length }).every((each) => !each)
  return isNothing ? null : stranger
}

/** What came with the folder of an open store and is not in use. */
export async function waitingIn(store: Pick<Store, 'unverified' | 'policies'>): Promise<Stranger | null> {
  const { current, inForce } = await store.policies()
  return strangerIn(await store.unverified(), areUndecided(inForce) ? current : null)
}

/** What waits for the user in the folder itself: files with a secret, policies, what came with it, and devices. */
export async function waitingInFolder(
  store: Pick<Store, 'unverified' | 'policies' | 'withheld' | 'devices'>,
  policies: Pick<PolicyKeeper, 'waiting'>,
): Promise<readonly Waiting[]> {
  const files = (await store.withheld()).map(
    ({ path, rules }) => ({ kind: 'file', id: `file ${path}`, path, rules }) as const,
  )
  const isStranger = (await waitingIn(store)) !== null
  const arePolicies = (await policies.waiting()) !== null
  return [
    ...files,
    ...(arePolicies ? [{ kind: 'policies', id: 'policies' } as const] : []),
    ...(isStranger ? [{ kind: 'folder', id: 'folder' } as const] : []),
    ...(await unknownDevices(store)),
  ]
}

async function unknownDevices(store: Pick<Store, 'devices'>): Promise<readonly Waiting[]> {
  const { devices } = await store.devices()
  return devices
    .filter(({ state }) => state === 'unknown')
    .map((device) => ({ kind: 'device', id: `device ${device.id}`, device }))
}

/** What is there and not in use, as sentences for the terminal, one a line; `null` for nothing. */
export async function whatWaits(
  store: Pick<Store, 'unverified' | 'policies'>,
  policies: Pick<PolicyKeeper, 'waiting' | 'unusable'>,
): Promise<string | null> {
  const stranger = await waitingIn(store)
  const sentences = [
    stranger && cameWith(stranger),
    fileWaits(await store.policies(), await policies.waiting()),
    ...policies.unusable().map(unusable),
  ].filter((each) => each !== null)
  return sentences.length === 0 ? null : sentences.join('\n')
}

function fileWaits({ current, inForce }: PoliciesTexts, waiting: PolicyState['waiting']): string | null {
  if (waiting === null) return null
  if (waiting.problem !== null) return english(waiting.problem)
  // The user hears of these with what else came with the folder: see cameWith.
  if (areUndecided(inForce) && weaknessesOf(current).length > 0) return null
  return 'Another program changed the policies. Your previous policies apply until you accept the change in the window, under Policies.'
}

const unusable = ({ name, reason }: ReturnType<PolicyKeeper['unusable']>[number]): string =>
  `The rule “${name}” can’t be used, so nothing is redacted or refused by it. ${english(reason)}`

function cameWith(stranger: Stranger): string | null {
  const { changes, instructions, policies, hasAccessLog, hasForgedJournal, hasSettings, hasMarks } = stranger
  const parts = [
    policies.length > 0 ? 'policies that permit more than the defaults' : [],
    changes === 0
      ? []
      : changes === 1
        ? 'a change that is not in git yet'
        : `${changes} changes that are not in git yet`,
    hasForgedJournal ? 'a journal that no store can have written (it is never applied)' : [],
    instructions !== '' ? 'instructions to the model' : [],
    hasAccessLog || hasSettings || hasMarks ? 'settings of another device' : [],
  ].flat()
  return parts.length === 0
    ? null
    : `This folder came with ${parts.join(', ')}. It is kept but not used. If you trust whoever gave it to you, add --trust.`
}
