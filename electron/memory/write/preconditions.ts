import type { ObjectId } from '../../../shared/change.ts'
import type { Held } from '../../../shared/commit.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { byOutside } from '../../../shared/origin.ts'
import type { Gate, Totals, Verdict } from '../../../shared/policy.ts'
import { join, parentOf } from '../../disk/relative-path.ts'
import type { GitIndex } from '../git/git-index.ts'
import { ignoreReason } from '../paths.ts'
import type { Repository } from '../repo/repository.ts'
import { walk } from '../repo/walk.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import { adoptionOf, conflictingPaths } from './outside-drafts.ts'
import type { Content, Draft, Plan, Snapshot, Unwritten } from './plan.ts'

// The preconditions of a plan: no newer versions on the disk, nothing in the way, and the gate's consent. Nothing in
// here writes.

export type DiskState = ReadonlyMap<string, OnDisk>

/** A plan, and the state of history and disk that it meets. */
export interface Attempt {
  readonly repo: Repository
  readonly snapshot: Snapshot
  readonly plan: Plan
  readonly onDisk: DiskState
}

/** The disk's state at every path of a plan. */
export async function inspectAll(repo: Repository, drafts: readonly Draft[]): Promise<DiskState> {
  const onDisk = new Map(
    repo.workTree.inspectAll(
      drafts.map(({ path }) => path),
      await repo.index(),
    ),
  )
  // On a file system that ignores case, the new name of a rename by case shows the file that is renamed.
  for (const { path, from } of drafts) {
    if (from === undefined) continue
    const [now, old] = [onDisk.get(path), onDisk.get(from)]
    if (
      path.toLowerCase() === from.toLowerCase() &&
      now?.kind === 'file' &&
      old?.kind === 'file' &&
      now.stat.ino === old.stat.ino
    )
      onDisk.set(path, { kind: 'missing' })
  }
  return onDisk
}

/**
 * Drafts that adopt what another program left at the plan's paths and HEAD does not have yet. If some of it must stay
 * out of history the plan is refused, unless replacing just that is its purpose.
 */
export async function outsideVersions(
  { repo, snapshot: { tree }, plan: { drafts, replacesWithheld = false }, onDisk }: Attempt,
  gate: Gate,
): Promise<readonly Draft[] | Unwritten> {
  const found: Draft[] = []
  const planned = new Set(drafts.map(({ path }) => path))
  const conflicting = new Set<string>()
  const index = await repo.index()
  for (const { path } of drafts) {
    if (ignoreReason(path) !== null) continue
    if (isNotCheckedOut(index, path, onDisk.get(path))) return cannotWrite(path, say('not-checked-out'))
    const now = onDisk.get(path)
    if (now?.kind === 'unreadable') return cannotWrite(path, now.why)
    const known = repo.trees.file(tree, path)
    // Where HEAD has a file, it has no conflicting paths.
    if (known === null)
      for (const other of conflictingPaths(repo, tree, path)) if (!planned.has(other)) conflicting.add(other)
    const draft = adoptionOf(repo, path, known, onDisk.get(path) ?? { kind: 'missing' })
    if (draft !== null) found.push(draft)
  }
  for (const [path, now] of repo.workTree.inspectAll([...conflicting], index)) {
    if (isNotCheckedOut(index, path, now)) return cannotWrite(path, say('not-checked-out'))
    const draft = adoptionOf(repo, path, repo.trees.file(tree, path), now)
    if (draft !== null) found.push(draft)
  }
  for (const draft of found) {
    const verdict = askAboutOutside(repo, gate, draft)
    if (verdict.kind === 'refuse') return cannotWrite(draft.path, verdict.reason)
    if (verdict.kind === 'allow') continue
    if (replacesWithheld) return []
    return { kind: 'refused', reason: verdict.reason, rule: verdict.rules[0] }
  }
  return found
}

/** Whether the user keeps a file of HEAD out of the folder: that it is not there is no deletion, and nobody saw its text. */
function isNotCheckedOut(index: GitIndex, path: string, now: OnDisk | undefined): boolean {
  return (now === undefined || now.kind === 'missing') && index.skipsWorkTree(path)
}

/** Why a plan cannot be written to the disk as it is; null when it can. */
export async function preconditionFailure({
  repo,
  plan: { drafts, makeFolders = [] },
  onDisk,
}: Attempt): Promise<Unwritten | null> {
  for (const { path } of drafts) {
    const why = ignoreReason(path)
    if (why !== null) return cannotWrite(path, why)
  }
  const conflicts = drafts.filter(({ path, before }) => idOf(onDisk.get(path)) !== before)
  if (conflicts.length > 0) {
    return {
      kind: 'conflict',
      paths: conflicts.map(({ path }) => path),
      reason: say('file-changed-meanwhile', { path: conflicts[0]?.path ?? '' }),
    }
  }
  const removed = drafts.filter(({ after }) => after === null).map(({ path }) => path)
  const obstacles = new Obstacles(repo, new Set(removed))
  for (const { path, after } of drafts) {
    const why = after === null ? null : await obstacles.at(path, onDisk.get(path))
    if (why !== null) return cannotWrite(path, why)
  }
  for (const folder of makeFolders) {
    const why = obstacles.above(join(folder, ''))
    if (why !== null) return { kind: 'refused', reason: say('folder-cannot-be-made', { folder, why }) }
  }
  return null
}

function cannotWrite(path: string, why: Message): Unwritten {
  return { kind: 'refused', reason: say('file-cannot-be-written', { path, why }) }
}

function idOf(now: OnDisk | undefined): ObjectId | null {
  return now?.kind === 'file' ? now.id : null
}

/** Finds what is in the way of new files and folders, apart from the files that the plan removes. */
class Obstacles {
  readonly #repo: Repository
  readonly #removed: ReadonlySet<string>
  /** For each folder inspected, why nothing can be below it; null when something can. */
  readonly #reasons = new Map<string, Message | null>()

  constructor(repo: Repository, removed: ReadonlySet<string>) {
    this.#repo = repo
    this.#removed = removed
  }

  /** Why there cannot be a file at this path; null when there can. */
  async at(path: string, now: OnDisk | undefined): Promise<Message | null> {
    if (now?.kind === 'directory') {
      const { files, special, unreadable } = await walk(this.#repo.root, path)
      if (special.length + unreadable.length > 0 || files.some((file) => !this.#removed.has(file)))
        return say('folder-in-the-way')
    }
    if (now?.kind === 'special') return say('device-in-the-way')
    return this.above(path)
  }

  /** Why nothing can be at this path because of an ancestor: a file, or the folder of another repository. */
  above(path: string): Message | null {
    if (this.#reasons.get(parentOf(path)) === null) return null
    const names = path.split('/')
    for (let depth = 1; depth < names.length; depth += 1) {
      const folder = names.slice(0, depth).join('/')
      let why = this.#reasons.get(folder)
      if (why === undefined) {
        const kind = this.#repo.workTree.kindOf(folder)
        if (kind === 'missing') return null
        why = this.#reasonOf(folder, kind)
        this.#reasons.set(folder, why)
      }
      if (why !== null) return why
    }
    return null
  }

  #reasonOf(path: string, kind: 'directory' | 'other'): Message | null {
    if (kind === 'other') return this.#removed.has(path) ? null : say('file-in-the-way', { path })
    return this.#repo.workTree.kindOf(`${path}/.git`) === 'missing' ? null : say('repository-in-the-way', { path })
  }
}

/** The gate's verdict on what another program wrote, which is adopted as it is or not at all. */
export function askAboutOutside(
  repo: Repository,
  gate: Gate,
  { path, before, after }: Draft,
): Exclude<Verdict, { readonly kind: 'replace' }> {
  const verdict = gate({
    path,
    after: after === null ? null : bytesOf(repo, after),
    origin: byOutside('adopt'),
    totals: null,
    get before() {
      return before === null ? null : repo.objects.read(before).bytes
    },
  })
  // It has found something. What is not rewritten must not become history either.
  if (verdict.kind === 'replace') throw new TypeError('A gate cannot rewrite what another program wrote.')
  return verdict
}

/** The drafts as the gate allows them, with its notes; or its refusal. */
export function askGate(
  repo: Repository,
  gate: Gate,
  { drafts, origin, kind, override = false, isApproved = false, asks = false, isRejected }: Plan,
  totals: Totals,
): { readonly drafts: readonly Draft[]; readonly notes: readonly Message[] } | Unwritten {
  const allowed: Draft[] = []
  const notes: Message[] = []
  let held: Held | null = null
  const targets = new Map(drafts.flatMap(({ path, from }) => (from === undefined ? [] : [[from, path]])))
  for (const draft of drafts) {
    const to = targets.get(draft.path)
    const after = draft.after === null ? null : bytesOf(repo, draft.after)
    let before: Uint8Array | null | undefined
    const first = gate({
      path: draft.path,
      ...(draft.from === undefined ? {} : { from: draft.from }),
      ...(to === undefined ? {} : { to }),
      after,
      origin,
      isRejected,
      totals,
      /** Read only if the gate needs it. A file that only moves has the same bytes before and after. */
      get before() {
        before ??= draft.from !== undefined ? after : draft.before === null ? null : repo.workTree.read(draft.path)
        return before
      },
    })
    // What is refused is refused, whatever else of it would wait.
    if (first.kind === 'hold' && !isApproved) held ??= { kind: 'held', reason: first.reason, rule: first.rules[0] }
    const verdict = first.kind === 'hold' ? (first.approved ?? { kind: 'allow' }) : first
    if (verdict.kind === 'refuse' && !(override && verdict.mayOverride === true)) {
      return {
        kind: 'refused',
        reason: verdict.reason,
        rule: verdict.rule,
        ...(verdict.mayOverride === true ? { mayOverride: true } : {}),
      }
    }
    if (verdict.kind === 'refuse') notes.push(say('brought-back-anyway', { path: draft.path, rule: verdict.rule }))
    const replaced = verdict.kind === 'replace' && kind !== 'exact' && draft.after !== null
    allowed.push(replaced ? { ...draft, after: { bytes: verdict.after, mode: draft.after.mode } } : draft)
    if (replaced || verdict.kind === 'allow') notes.push(...(verdict.notes ?? []))
  }
  const [first] = drafts
  if (asks && first !== undefined) held ??= heldOf(first.path)
  return held ?? { drafts: allowed, notes }
}

const heldOf = (path: string): Held => ({ kind: 'held', reason: say('rule-asks', { path }), rule: path })

export function bytesOf(repo: Repository, content: Content): Uint8Array {
  return 'bytes' in content ? content.bytes : repo.objects.read(content.id).bytes
}
