import * as fs from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ObjectId, StorePath } from '../../shared/change.ts'
import type { BringBack, Commit, WriteOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { bringsBack, type Origin } from '../../shared/origin.ts'
import { isPolicyPath, POLICIES_PATH } from '../../shared/policies-path.ts'
import type { Adoption } from './outside/adoption.ts'
import { makePoint, removePoint } from './repo/points.ts'
import { readSettings } from './repo/store-settings.ts'
import type { Store } from './store-interface.ts'
import type { StoreParts } from './store-parts.ts'
import { planMove, planPolicies, planPut, planRemove, planReplaceWithheld, refuse } from './write/commands.ts'
import { planRestore, restoreDifferences } from './write/plan-restore.ts'
import type { Decision, Acknowledged, Plan, Snapshot, Unwritten } from './write/plan.ts'
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
  const outcome = await writer.write<Answer | Unwritten>(async (snapshot) => {
    const decision = await decide(snapshot)
    return decision.kind === 'plan' && (await isWaitedFor(adoption, decision.plan))
      ? refuse(say('files-vanished'))
      : decision
  })
  adoption.clearProblem()
  if (!isAcknowledged(outcome)) return outcome
  const commit = history.newest(outcome.commit)
  // The command is done, and must not fail because its description does.
  const leadsTo = bringsBack(commit.origin.verb)
    ? await history.ofFiles((files) => files.leadsTo(commit.id)).catch(() => null)
    : null
  return { kind: 'committed', commit, notes: outcome.notes, ...(leadsTo === null ? {} : { leadsTo }) }
}

/** Whether the user must say first what became of files that vanished. The user may write into a folder that is there. */
async function isWaitedFor(adoption: Adoption, { drafts, origin }: Plan): Promise<boolean> {
  if (drafts.length === 0) return false
  return origin.actor === 'user' ? adoption.isFolderGone : adoption.isWaiting()
}

function fileWrites(parts: StoreParts) {
  const { repo, writer, accessLog, policies, emitter, announcePolicies } = parts
  return {
    put: (files, origin, how) => write(parts, () => planPut(repo, files, origin, how)),
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
    remove: (paths, origin, only, how) => write(parts, () => planRemove(repo, paths, origin, { only, ...how })),
    move: (moves, origin, how) => write(parts, () => planMove(repo, moves, origin, how)),
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
    acceptVanished: () => adoption.acceptVanished(),
    async restore(ref, paths, origin, how = {}) {
      const { commit, id, tree } = chain.entry(await history.resolve(ref))
      const head = await history.head()
      const trees = { present: head === null ? null : history.treeOf(head), past: tree }
      // What is not about to be restored, and differs from HEAD, is adopted first.
      const differences = paths.flatMap((path) => restoreDifferences(repo, trees, path, how))
      await adoption.adoptExcept(new Set(differences.map(({ path }) => path)))
      const bringsPolicies = await bringBackVanished(parts, { paths, tree, head: trees.present, how })
      const target = { id: commit, variorumId: id }
      return write(parts, async (snapshot) =>
        planRestore(repo, snapshot, { target, tree, paths, origin, how: { ...how, withPolicies: bringsPolicies } }),
      )
    },
  } satisfies Partial<Store>
}

interface Bringing {
  readonly paths: readonly (StorePath | '')[]
  readonly tree: ObjectId
  readonly head: ObjectId | null
  readonly how: BringBack
}

/**
 * What is asked for and vanished is restored, and the user has thereby said what became of it. The history has both.
 * @returns whether the policies come back, too: with the whole store, if they vanished and are the same
 */
async function bringBackVanished(
  { repo, adoption }: StoreParts,
  { paths, tree, head, how }: Bringing,
): Promise<boolean> {
  const { withPolicies = false } = how
  if ((await adoption.vanished()) === null) return withPolicies
  const isSame = isDeepStrictEqual(repo.trees.file(tree, POLICIES_PATH), repo.trees.file(head, POLICIES_PATH))
  if (adoption.isFolderGone) await fs.mkdir(repo.root, { recursive: true, mode: 0o700 })
  await adoption.adopt()
  await adoption.acceptVanished(
    (path) =>
      repo.trees.file(tree, path) !== null &&
      paths.some((each) => each === '' || path === each || path.startsWith(`${each}/`)) &&
      (!isPolicyPath(path) || withPolicies || isSame),
  )
  return withPolicies || (paths.includes('') && isSame)
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
