import type { Commit, WriteOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { bringsBack, type Origin } from '../../shared/origin.ts'
import { makePoint, removePoint } from './repo/points.ts'
import { readSettings } from './repo/store-settings.ts'
import type { Store } from './store-interface.ts'
import type { StoreParts } from './store-parts.ts'
import { planMove, planPolicies, planPut, planRemove, planReplaceWithheld } from './write/commands.ts'
import { planRestore, restoreDifferences } from './write/plan-restore.ts'
import type { Decision, Acknowledged, Snapshot, Unwritten } from './write/plan.ts'
import { done } from './write/subject.ts'

/** The commands that write. Each is decided and written in the writer's queue. */
export function writeCommands(parts: StoreParts) {
  return { ...fileWrites(parts), ...restoring(parts), ...pointWrites(parts) } satisfies Partial<Store>
}

type Decide<Answer> = (snapshot: Snapshot) => Promise<Decision<Answer>>

export async function write<Answer extends { readonly kind: string } = Unwritten>(
  { writer, adoption, history }: StoreParts,
  decide: Decide<Answer>,
): Promise<WriteOutcome | Answer> {
  const outcome = await writer.write(decide)
  adoption.clearProblem()
  if (!isAcknowledged(outcome)) return outcome
  const commit = history.newest(outcome.commit)
  // The command is done, and must not fail because its description does.
  const leadsTo = bringsBack(commit.origin.verb)
    ? await history.ofFiles((files) => files.leadsTo(commit.id)).catch(() => null)
    : null
  return { kind: 'committed', commit, notes: outcome.notes, ...(leadsTo === null ? {} : { leadsTo }) }
}

function fileWrites(parts: StoreParts) {
  const { repo, writer, accessLog, policies, emitter, announcePolicies } = parts
  return {
    put: (files, origin, word) => write(parts, () => planPut(repo, files, origin, word)),
    putPolicies: (...put) => write(parts, async () => planPolicies(...put)),
    putPoliciesInForce: (text) =>
      writer.exclusively(async () => {
        await policies.putInForce(text)
        await announcePolicies()
      }),
    putValues: (before, text) =>
      writer.exclusively(async () => {
        const isPut = await policies.putValues(before, text)
        if (isPut) await announcePolicies()
        return isPut
      }),
    replaceWithheld: (path, before, bytes, origin) =>
      write(parts, () => planReplaceWithheld(repo, { path, before, bytes }, origin)),
    remove: (paths, origin, only) => write(parts, () => planRemove(repo, paths, origin, only)),
    move: (moves, origin) => write(parts, () => planMove(repo, moves, origin)),
    async viewed(path, origin) {
      const { actor, conversation } = origin
      const { recordReads } = await readSettings(repo)
      const commit = recordReads ? await recordView(parts, path, origin) : null
      if (!recordReads) await accessLog.append(path, origin)
      emitter.emit({ type: 'memory.viewed', path, actor, ...(conversation === undefined ? {} : { conversation }) })
      return commit
    },
  } satisfies Partial<Store>
}

async function recordView(parts: StoreParts, path: string, origin: Origin): Promise<Commit | null> {
  const plan = { drafts: [], origin, named: path, subject: done('view', path === '' ? 'everything' : path) }
  const outcome = await write<Unwritten>(parts, async () => ({ kind: 'plan', plan }))
  return outcome.kind === 'committed' ? outcome.commit : null
}

function restoring(parts: StoreParts) {
  const { repo, adoption, chain, history } = parts
  return {
    async restore(ref, paths, origin, how = {}) {
      const { commit, id, tree } = chain.entry(await history.resolve(ref))
      const head = await history.head()
      const trees = { present: head === null ? null : history.treeOf(head), past: tree }
      // What is not about to be restored, and differs from HEAD, is adopted first.
      const differences = paths.flatMap((path) => restoreDifferences(repo, trees, path, how))
      await adoption.adoptExcept(new Set(differences.map(({ path }) => path)))
      const target = { id: commit, variorumId: id }
      return write(parts, async (snapshot) => planRestore(repo, snapshot, { target, tree, paths, origin, how }))
    },
  } satisfies Partial<Store>
}

function pointWrites({ repo, writer, history }: StoreParts) {
  return {
    makePoint: (name, ref) =>
      writer.exclusively(async () => {
        const commit = ref === undefined ? (await repo.readHead()).commit : await history.resolve(ref)
        if (commit === null) throw new AppError('unknown-commit', say('nothing-to-name'))
        await makePoint(repo, name, commit)
      }),
    removePoint: (name) => writer.exclusively(() => removePoint(repo, name)),
  } satisfies Partial<Store>
}

function isAcknowledged<T extends { readonly kind: string }>(outcome: T | Acknowledged): outcome is Acknowledged {
  return outcome.kind === 'acknowledged'
}
