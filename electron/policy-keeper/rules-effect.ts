import type { Change, StorePath } from '../../shared/change.ts'
import { type Commit, type CommitName, nameOf, type PointRef } from '../../shared/commit.ts'
import type { RuleEffect } from '../../shared/policy-state.ts'
import { activeRules, type WriteRule } from '../../shared/write-rules.ts'
import type { Store } from '../memory/store-interface.ts'
import { compileWriteRules, type RuledChange } from '../policy/write-rules.ts'

const LAST_CHANGES = 200
const MAX_EXAMPLES = 3

/**
 * What each rule would have stopped of the last changes by those it is about, by the function that enforces it.
 * @param returned those that wrote a line again which the user had removed
 */
export async function rulesEffect(
  store: Pick<Store, 'history' | 'bytes'>,
  rules: readonly WriteRule[],
  returned: ReadonlySet<CommitName>,
): Promise<readonly RuleEffect[]> {
  const { judge, ruleFor } = compileWriteRules(rules)
  const actors = rules.some(({ who }) => who !== 'agents') ? (['agent', 'outside'] as const) : (['agent'] as const)
  const { commits } = await store.history({ actors, limit: LAST_CHANGES })
  const stopped = new Map<number, Commit[]>()
  for (const commit of commits) {
    const isRejected = returned.has(nameOf(commit))
    const changes = (await judged(store, changesShown(commit), commit)).map((change) => ({ ...change, isRejected }))
    const by = changes.flatMap((change) => (judge(change) === null ? [] : (ruleFor(change) ?? [])))
    for (const at of new Set(by)) stopped.set(at, [...(stopped.get(at) ?? []), commit])
  }
  return rules.map(({ who }, at) => {
    const found = stopped.get(at) ?? []
    const isAbout = ({ origin: { actor } }: Commit): boolean =>
      who === 'all' || (actor === 'outside') === (who === 'outside')
    return { of: commits.filter(isAbout).length, stopped: found.length, examples: found.slice(0, MAX_EXAMPLES) }
  })
}

/** The paths at which a commit of another program did what a rule is against. */
export async function pathsAgainstRules(
  store: Pick<Store, 'commit' | 'changesOf' | 'bytes'>,
  rules: readonly WriteRule[],
  commit: PointRef,
): Promise<ReadonlySet<StorePath>> {
  const { judge } = compileWriteRules(rules)
  const active = activeRules(rules)
  const isRuled = (path: StorePath): boolean => active.some(({ isAbout }) => isAbout(path))
  const changes = (await store.changesOf(commit)).filter(({ path, from = path }) => isRuled(path) || isRuled(from))
  const found = await judged(store, changes, await store.commit(commit))
  return new Set(found.filter((change) => judge(change) !== null).map(({ path }) => path))
}

const changesShown = ({ changes }: Commit): readonly Change[] => changes.map(({ change }) => change)

/** The changes of a commit as they were judged: of a move, both ends. */
async function judged(
  store: Pick<Store, 'bytes'>,
  changes: readonly Change[],
  { origin }: Commit,
): Promise<readonly RuledChange[]> {
  const read = async (blob: { readonly id: string } | null): Promise<Uint8Array | null> =>
    blob === null ? null : ((await store.bytes(blob.id)) ?? new Uint8Array())
  const ruled = changes.map(async ({ path, from, before, after }): Promise<readonly RuledChange[]> => {
    const [was, is] = await Promise.all([read(before), read(after)])
    if (from === undefined) return [{ path, before: was, after: is, origin }]
    return [
      { path: from, to: path, before: was, after: null, origin },
      { path, before: was, after: is, origin },
    ]
  })
  return (await Promise.all(ruled)).flat()
}
