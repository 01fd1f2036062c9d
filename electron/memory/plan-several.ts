import type { Move } from '../../shared/file-commands.ts'
import { say } from '../../shared/messages/say.ts'
import type { Origin } from '../../shared/origin.ts'
import { outermost } from '../../shared/several-files.ts'
import type { Repository } from './repo/repository.ts'
import { planMove, refuse } from './write/commands.ts'
import type { Decision, Plan, Unwritten } from './write/plan.ts'

// Commands for one path, put together as one plan for several: one commit, or none.

type Refusal = { readonly kind: 'missing' } | { readonly kind: 'exists' } | Unwritten

/** Moves files and directories. What is in a directory that is moved goes with it, and is not moved twice. */
export async function planMoveAll(
  repo: Repository,
  moves: readonly Move[],
  origin: Origin,
): Promise<Decision<Refusal>> {
  const froms = new Set(outermost(moves.map(({ from }) => from)))
  const outer = moves.filter(({ from, to }) => from !== to && froms.has(from))
  if (new Set(outer.map(({ to }) => to)).size < outer.length) return { kind: 'answer', answer: { kind: 'exists' } }
  const plans: Plan[] = []
  for (const { from, to } of outer) {
    const decision = await planMove(repo, from, to, origin)
    if (decision.kind === 'answer') return decision
    plans.push(decision.plan)
  }
  const [first] = plans
  if (first === undefined) return refuse(say('nothing-to-move'))
  return {
    kind: 'plan',
    plan: plans.length === 1 ? first : together(first, plans, `${origin.verb} ${plans.length} items`),
  }
}

/** One plan of several of the same kind; a path that is in two of them is in it once. */
function together(first: Plan, plans: readonly Plan[], subject: string): Plan {
  const drafts = new Map(plans.flatMap((plan) => plan.drafts).map((draft) => [draft.path, draft]))
  return {
    ...first,
    drafts: [...drafts.values()],
    subject: plans.length === 1 ? (first.subject ?? subject) : subject,
    makeFolders: plans.flatMap(({ makeFolders = [] }) => makeFolders),
    removeFolders: plans.flatMap(({ removeFolders = [] }) => removeFolders),
  }
}
