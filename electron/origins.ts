import type { Origin } from '../shared/commit.ts'

/** The origin of what the user does through the app. */
export const byUser = (verb: Origin['verb']): Origin => ({ actor: 'user', verb, lineage: 'user' })

/** The origin of what a policy does: it carries out the user's rule. */
export const byPolicy = (verb: Origin['verb']): Origin => ({ actor: 'policy', verb, lineage: 'user' })
