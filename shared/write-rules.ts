import { z } from 'zod'
import { pathMatcher, type PathMatcher } from './globs.ts'
import { ClientName, type Origin } from './origin.ts'

/** See policy.ts. */
export const PathPattern = z.string().min(1).max(1_000)

/** What a rule does with what agents do at its paths. */
export const WriteRuleKind = z.enum([
  /** It waits for the user, who saves it or not. */
  'ask',
  /** Nobody but the user may change anything. */
  'refuse',
  /** Nor that, but by adding to the end. */
  'append-only',
  /** Nor delete a file, empty it, or move it away from there. */
  'no-delete',
  /** Nor change anything, or see that something is there. */
  'hide',
])
export type WriteRuleKind = z.infer<typeof WriteRuleKind>

/**
 * Whose changes a rule is about. What other programs change is on the disk already: it can't be stopped, so it is what
 * the user is shown first.
 */
export const WriteRuleWho = z.enum(['agents', 'outside', 'all'])
export type WriteRuleWho = z.infer<typeof WriteRuleWho>

/** When a rule applies: always, or only to a text that may come from outside, to a line that the user removed before, or where much of a file goes. */
export const WriteRuleWhen = z.enum(['always', 'outside', 'rejected', 'large'])
export type WriteRuleWhen = z.infer<typeof WriteRuleWhen>

/** Where agents and other programs may write, and what agents may see. It is never about the user. */
export const WriteRule = z
  .looseObject({
    paths: z.array(PathPattern).min(1).max(1_000).readonly(),
    who: WriteRuleWho.default('agents'),
    /** The one agent that it is about, as the user named it; `null` for every agent. */
    client: ClientName.nullable().default(null),
    do: WriteRuleKind,
    /** What is hidden always is. */
    when: WriteRuleWhen.default('always'),
    on: z.boolean().default(true),
  })
  .readonly()
export type WriteRule = z.infer<typeof WriteRule>
export const WriteRules = z.array(WriteRule).max(200).readonly()

/** The pattern of every path. */
export const EVERYWHERE = '**'

/** Much of a file: so many lines of it, or this share, if that is more than a few lines. */
export const LARGE = { lines: 20, share: 0.5, atLeast: 4 }

/** A rule that is on, with its number in the list. */
export interface ActiveRule {
  readonly rule: WriteRule
  readonly at: number
  readonly isAbout: PathMatcher
}

export const activeRules = (rules: readonly WriteRule[]): readonly ActiveRule[] =>
  rules.flatMap((rule, at) => (rule.on ? [{ rule, at, isAbout: pathMatcher(rule.paths) }] : []))

/** Whether a rule is about an agent. @param name that it has as another program, if it is one */
export const isAboutAgent = ({ who, client }: WriteRule, name: string | undefined): boolean =>
  who !== 'outside' && (client === null || client === name)

/** Whether a rule is about whoever made a change. */
export function isAboutWriter(rule: WriteRule, { actor, client }: Pick<Origin, 'actor' | 'client'>): boolean {
  return actor === 'agent' ? isAboutAgent(rule, client) : actor === 'outside' && rule.who !== 'agents'
}

/** Whether a rule applies whatever is done. What is hidden only sometimes could be found by trying. */
export const isAlways = ({ do: kind, when }: WriteRule): boolean => when === 'always' || kind === 'hide'

/** The rules that an agent can meet at a path, up to the first that always applies. */
export function rulesAt(rules: readonly ActiveRule[], path: string, client?: string): readonly ActiveRule[] {
  const about = rules.filter(({ rule, isAbout }) => isAboutAgent(rule, client) && isAbout(path))
  const last = about.findIndex(({ rule }) => isAlways(rule))
  return last < 0 ? about : about.slice(0, last + 1)
}

/** Whether a rule locks this one path for every agent, and says nothing else. */
export function isLockOf(path: string, { paths, who, client, do: kind, when, on }: WriteRule): boolean {
  const isForAgents = who === 'agents' && client === null
  return on && kind === 'refuse' && when === 'always' && isForAgents && paths.length === 1 && paths[0] === path
}
