import type { ObjectId } from '../../../shared/change.ts'
import type { Gate, Totals } from '../../../shared/policy.ts'
import { join, parentOf } from '../../disk/relative-path.ts'
import type { Repository } from '../repo/repository.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import type { Withhold } from '../store-interface.ts'
import { adoptionOf, conflictingPaths, ignoreReason } from './outside-drafts.ts'
import type { Content, Draft, Plan, Snapshot, Unwritten } from './plan.ts'

// What stands against a plan: newer versions on the disk, things in the way, the gate. Nothing in here writes.

export type DiskState = ReadonlyMap<string, OnDisk>

/** What the disk shows at every path of a plan. */
export async function inspectAll(repo: Repository, drafts: readonly Draft[]): Promise<DiskState> {
  const seen = new Map(
    repo.workTree.inspectAll(
      drafts.map(({ path }) => path),
      await repo.index(),
    ),
  )
  // Where names differ only by case for us alone, the new name of a rename shows the very file it comes from.
  for (const { path, from } of drafts) {
    if (from === undefined) continue
    const [now, old] = [seen.get(path), seen.get(from)]
    if (
      path.toLowerCase() === from.toLowerCase() &&
      now?.kind === 'file' &&
      old?.kind === 'file' &&
      now.stat.ino === old.stat.ino
    )
      seen.set(path, { kind: 'missing' })
  }
  return seen
}

/**
 * Drafts that adopt what another program left at a plan's paths and HEAD does not know yet. Where that must stay
 * out of history, the plan is refused, unless it is there to settle just that.
 */
export async function outsideVersions(
  repo: Repository,
  { tree }: Snapshot,
  { drafts, replacesWithheld = false }: Plan,
  seen: DiskState,
  withhold: Withhold,
): Promise<readonly Draft[] | Unwritten> {
  const found: Draft[] = []
  const ours = new Set(drafts.map(({ path }) => path))
  const inTheWay = new Set<string>()
  for (const { path } of drafts) {
    if (ignoreReason(path) !== null) continue
    const known = repo.trees.file(tree, path)
    // Beside a file that HEAD has, nothing of HEAD's can be in the way.
    if (known === null)
      for (const other of conflictingPaths(repo, tree, path)) if (!ours.has(other)) inTheWay.add(other)
    const draft = adoptionOf(repo, path, known, seen.get(path) ?? { kind: 'missing' })
    if (draft !== null) found.push(draft)
  }
  for (const [path, now] of repo.workTree.inspectAll([...inTheWay], await repo.index())) {
    const draft = adoptionOf(repo, path, repo.trees.file(tree, path), now)
    if (draft !== null) found.push(draft)
  }
  for (const { path, after } of found) {
    const rules = after === null ? [] : withhold(path, bytesOf(repo, after))
    if (rules.length > 0 && replacesWithheld) return []
    if (rules.length > 0)
      return {
        kind: 'refused',
        reason: `${path} was changed by another program and holds what must not be kept (${rules.join(', ')}). It stays as it is until the user has it redacted. Nothing was written.`,
        rule: rules[0] ?? '',
      }
  }
  return found
}

export async function preconditionFailure(
  repo: Repository,
  { drafts, makeFolders = [] }: Plan,
  seen: DiskState,
): Promise<Unwritten | null> {
  for (const { path } of drafts) {
    const why = ignoreReason(path)
    if (why !== null) return cannotWrite(path, why)
  }
  const conflicts = drafts.filter(({ path, before }) => idOf(seen.get(path)) !== before)
  if (conflicts.length > 0) {
    return {
      kind: 'conflict',
      paths: conflicts.map(({ path }) => path),
      reason: `${conflicts[0]?.path ?? ''} was changed meanwhile. Nothing was written; look at the newer version first.`,
    }
  }
  const gone = new Set(drafts.filter(({ after }) => after === null).map(({ path }) => path))
  const cleared = new Map<string, string | null>()
  for (const { path, after } of drafts) {
    const why = after === null ? null : await whatIsInTheWay(repo, path, seen.get(path), gone, cleared)
    if (why !== null) return cannotWrite(path, why)
  }
  for (const folder of makeFolders) {
    const why = whatStandsAbove(repo, join(folder, ''), gone, cleared)
    if (why !== null)
      return { kind: 'refused', reason: `The folder ${folder} cannot be made: ${why}. Nothing was changed.` }
  }
  return null
}

function cannotWrite(path: string, why: string): Unwritten {
  return { kind: 'refused', reason: `${path} cannot be written: ${why}. Nothing was changed.` }
}

function idOf(now: OnDisk | undefined): ObjectId | null {
  return now?.kind === 'file' ? now.id : null
}

async function whatIsInTheWay(
  repo: Repository,
  path: string,
  now: OnDisk | undefined,
  gone: ReadonlySet<string>,
  cleared: Map<string, string | null>,
): Promise<string | null> {
  if (now?.kind === 'directory') {
    const { files, special } = await repo.workTree.walk(path)
    if (special.length > 0 || files.some((file) => !gone.has(file))) return 'there is a folder with files in it'
  }
  if (now?.kind === 'special') return 'there is a device, pipe or socket'
  return whatStandsAbove(repo, path, gone, cleared)
}

/** The part of a path that is a file (and will not be gone), or the folder of another repository. Each folder is looked at once. */
function whatStandsAbove(
  repo: Repository,
  path: string,
  gone: ReadonlySet<string>,
  cleared: Map<string, string | null>,
): string | null {
  if (cleared.get(parentOf(path)) === null) return null
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth += 1) {
    const above = names.slice(0, depth).join('/')
    let why = cleared.get(above)
    if (why === undefined) {
      const found = repo.workTree.kindOf(above)
      if (found === 'missing') return null
      if (found !== 'directory') why = gone.has(above) ? null : `${above} is a file, so nothing can stand below it`
      else why = repo.workTree.kindOf(`${above}/.git`) === 'missing' ? null : `${above} is another git repository`
      cleared.set(above, why)
    }
    if (why !== null) return why
  }
  return null
}

/** The drafts as the gate lets them pass, with what it says of them; or its refusal. */
export function judge(
  repo: Repository,
  gate: Gate,
  { drafts, origin, kind, override = false }: Plan,
  totals: Totals,
): { readonly drafts: readonly Draft[]; readonly notes: readonly string[] } | Unwritten {
  const judged: Draft[] = []
  const notes: string[] = []
  for (const draft of drafts) {
    const after = draft.after === null ? null : bytesOf(repo, draft.after)
    let before: Uint8Array | null | undefined
    const verdict = gate({
      path: draft.path,
      after,
      origin,
      totals,
      /** Read where it is asked for. What only moves is no larger than it was. */
      get before() {
        before ??= draft.from !== undefined ? after : draft.before === null ? null : repo.workTree.read(draft.path)
        return before
      },
    })
    if (verdict.kind === 'refuse' && !(override && verdict.mayOverride === true)) {
      return {
        kind: 'refused',
        reason: verdict.reason,
        rule: verdict.rule,
        ...(verdict.mayOverride === true ? { mayOverride: true } : {}),
      }
    }
    if (verdict.kind === 'refuse')
      notes.push(`${draft.path} was brought back although the rule "${verdict.rule}" refuses it.`)
    const replaced = verdict.kind === 'replace' && kind !== 'weighed' && draft.after !== null
    judged.push(replaced ? { ...draft, after: { bytes: verdict.after, mode: draft.after.mode } } : draft)
    if (replaced || verdict.kind === 'allow') notes.push(...(verdict.notes ?? []))
  }
  return { drafts: judged, notes }
}

export function bytesOf(repo: Repository, content: Content): Uint8Array {
  return 'bytes' in content ? content.bytes : repo.objects.read(content.id).bytes
}
