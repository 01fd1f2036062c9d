import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import {
  activeRules,
  EVERYWHERE,
  isLockOf,
  rulesAt,
  WriteRule,
  type WriteRuleKind,
  type WriteRuleWhen,
  type WriteRuleWho,
} from '../../shared/write-rules.ts'
import type { Core } from '../core.ts'
import { jsonLine, print, printLine } from './output.ts'
import { type Place, printable, withCore } from './place.ts'

export interface NewRule {
  readonly paths: readonly string[]
  readonly who: string
  readonly do: WriteRuleKind
  readonly when: WriteRuleWhen
}

const writersNamed = (who: string): Pick<WriteRule, 'who' | 'client'> =>
  who === 'agent'
    ? { who: 'agents', client: null }
    : who === 'outside' || who === 'all'
      ? { who, client: null }
      : { who: 'agents', client: who }

const rulesOf = async (core: Core): Promise<readonly WriteRule[]> => (await core.policies.state()).policies.rules

/** Saves other rules, unless the policies changed meanwhile. */
async function saveRules(core: Core, edit: (rules: readonly WriteRule[]) => readonly WriteRule[]): Promise<void> {
  const { policies } = await core.policies.state()
  const outcome = await core.policies.save({ ...policies, rules: edit(policies.rules) }, policies)
  if (outcome.kind !== 'committed') throw new AppError('bad-request', outcome.reason)
}

export async function addRule(place: Place, { who, ...rule }: NewRule): Promise<void> {
  await withCore(place, async (core) => {
    const added = WriteRule.parse({ ...rule, ...writersNamed(who) })
    if (added.do === 'hide' && added.who === 'outside') throw new AppError('bad-request', say('nothing-hides-outside'))
    await saveRules(core, (rules) => [...rules, added])
    const rules = await rulesOf(core)
    await print(line(added, rules.length - 1))
  })
}

export async function listRules(place: Place, { json = false }: { readonly json?: boolean }): Promise<void> {
  await withCore(place, async (core) => {
    const rules = await rulesOf(core)
    if (json) await print(jsonLine(rules))
    else if (rules.length === 0) await printLine('no rules: agents may write everywhere')
    else await print(rules.map(line).join(''))
  })
}

/** @param number as `rules list` shows it, from 1 */
export async function removeRule(place: Place, number: number): Promise<void> {
  await withCore(place, async (core) => {
    if (number < 1 || number > (await rulesOf(core)).length)
      throw new AppError('bad-request', say('no-such-rule', { number }))
    await saveRules(core, (rules) => rules.filter((_, at) => at !== number - 1))
  })
}

const isLockOfAll = (rule: WriteRule): boolean => isLockOf(EVERYWHERE, rule)

/** Locks everything for agents, before any other rule, or takes that back; else says how it is. */
export async function readOnly(place: Place, to?: 'on' | 'off'): Promise<void> {
  await withCore(place, async (core) => {
    const isOn = (await rulesOf(core)).some(isLockOfAll)
    if (to !== undefined && isOn !== (to === 'on'))
      await saveRules(core, (rules) => [
        ...(to === 'on' ? [WriteRule.parse({ paths: [EVERYWHERE], do: 'refuse' })] : []),
        ...rules.filter((rule) => !isLockOfAll(rule)),
      ])
    await printLine((to === undefined ? isOn : to === 'on') ? 'agents can only read' : 'agents may write')
  })
}

/** Which rules an agent meets at a path. */
export async function whyRules(
  place: Place,
  path: string,
  { who = 'agent', json = false }: { readonly who?: string; readonly json?: boolean },
): Promise<void> {
  await withCore(place, async (core) => {
    const found = rulesAt(activeRules(await rulesOf(core)), path, who === 'agent' ? undefined : who)
    if (json) await print(jsonLine(found.map(({ rule, at }) => ({ number: at + 1, ...rule }))))
    else if (found.length === 0) await printLine('no rule: agents may write there')
    else await print(found.map(({ rule, at }) => line(rule, at)).join(''))
  })
}

const KINDS: Readonly<Record<WriteRuleKind, string>> = {
  ask: 'is asked about',
  refuse: 'is locked',
  'append-only': 'only grows',
  'no-delete': 'is not deleted',
  hide: 'is hidden',
}
const WHEN: Readonly<Record<WriteRuleWhen, string>> = {
  always: '',
  outside: ', where the text may come from outside',
  rejected: ', where you removed the same before',
  large: ', where much of a file goes',
}

const WHO: Readonly<Record<WriteRuleWho, string>> = {
  agents: 'every agent',
  outside: 'other programs: shown first in review',
  all: 'every agent, and other programs: shown first in review',
}

const line = ({ paths, who, client, do: kind, when, on }: WriteRule, at: number): string =>
  printable(
    `${at + 1}  ${paths.join(' ')}  ${KINDS[kind]} for ${client ?? WHO[who]}${kind === 'hide' ? '' : WHEN[when]}${on ? '' : '  (off)'}\n`,
  )
