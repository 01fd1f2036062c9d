import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import type { JudgedFile, PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { countMarks } from '../format/marks.ts'
import { worded } from '../format/worded.ts'
import { perform } from './actions.ts'
import { api } from './api.ts'
import { warnOf } from './attempt.ts'
import { fetchText } from './memory-store.ts'
import { createQuery } from './query.ts'
import { openPolicies } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { reportOutcome } from './write-outcome.ts'

interface PolicyStore {
  /** As the core last reported it; `null` until it did. */
  readonly state: PolicyState | null
  /** What is on its way to the core, as the form shows it; `null` if nothing is. */
  readonly edited: Policies | null
  /** What is in force only once it is known what it does to the files, and the user has seen that. */
  readonly proposed: Policies | null
}

export const usePolicies = create<PolicyStore>(() => ({ state: null, edited: null, proposed: null }))

export const policiesQuery = createQuery({
  ask: () => api.policy.state.query(),
  put: (state) =>
    usePolicies.setState(({ state: before, proposed }) => ({
      state,
      // It was made from what is not in force any more.
      proposed: before !== null && isSame(before.policies, state.policies) ? proposed : null,
    })),
  drop: () => usePolicies.setState({ state: null, edited: null, proposed: null }),
})

const isSame = (one: Policies, two: Policies): boolean => JSON.stringify(one) === JSON.stringify(two)

export type PoliciesEdit = (now: Policies) => Policies
/** Says what is different. */
type Words = (from: Policies, to: Policies) => string

/** What is being saved was made from these. */
let base: Policies | null = null

/** Saves an edit at once, after what is being saved. */
export function editPolicies(edit: PoliciesEdit, words: Words): void {
  const { state, edited, proposed } = usePolicies.getState()
  if (state === null) return
  usePolicies.setState({
    edited: edit(edited ?? state.policies),
    proposed: proposed === null ? null : edit(proposed),
  })
  if (base === null) void saveEdits(state.policies, words)
}

/** The core refuses what was made from other policies than those in force; then all that was edited is dropped. */
async function saveEdits(from: Policies, words: Words): Promise<void> {
  base = from
  for (;;) {
    const { edited } = usePolicies.getState()
    if (edited === null || isSame(edited, base)) break
    const save = { policies: edited, base }
    const commit = await perform(() => api.policy.save.mutate(save), words(base, edited))
    const { state } = usePolicies.getState()
    if (commit === null || state === null) break
    base = edited
    usePolicies.setState({ state: { ...state, policies: edited } })
  }
  base = null
  usePolicies.setState({ edited: null })
  await policiesQuery.now()
}

/** Proposes an edit that may do something to the files. */
export function proposePolicies(edit: PoliciesEdit): void {
  usePolicies.setState(({ state, edited, proposed }) =>
    state === null ? {} : { proposed: edit(proposed ?? edited ?? state.policies) },
  )
}

export function applyProposed(words: Words): void {
  const { proposed } = usePolicies.getState()
  dropProposed()
  if (proposed !== null) editPolicies(() => proposed, words)
}

export const dropProposed = (): void => usePolicies.setState({ proposed: null })

export function hasUnsavedPolicies(): boolean {
  const { edited, proposed } = usePolicies.getState()
  return edited !== null || proposed !== null
}

/** @param shown the change as the user sees it */
export async function acceptPolicies(shown: Policies): Promise<void> {
  try {
    const outcome = await api.policy.accept.mutate({ shown })
    if (outcome.kind === 'accepted') useStatusBar.getState().say(t`Accepted: the policies in the file now apply`)
    else useStatusBar.getState().warn(worded(outcome.reason))
  } catch (error) {
    warnOf(error)
  }
  await policiesQuery.now()
}

export async function keepPolicies(): Promise<void> {
  try {
    if (reportOutcome(await api.policy.decline.mutate()) !== null)
      useStatusBar.getState().say(t`Kept: your policies are unchanged`)
  } catch (error) {
    warnOf(error)
  }
  await policiesQuery.now()
}

/** Pins files, or folders with everything in them; or unpins them. */
export async function setPinned(paths: readonly string[], pinned: boolean): Promise<void> {
  const what = paths.length === 1 ? (paths[0] ?? '') : plural(paths.length, { one: '# item', other: '# items' })
  await perform(
    () => api.policy.pin.mutate({ paths: [...paths], pinned }),
    pinned ? t`Pinned: ${what}. No policy deletes what’s pinned.` : t`No longer pinned: ${what}`,
  )
  await policiesQuery.now()
}

/** Without Undo: what was redacted is stored nowhere. */
export async function redactFile(path: string): Promise<void> {
  try {
    if (reportOutcome(await api.policy.redactFile.mutate({ path })) !== null)
      useStatusBar.getState().say(t`Redacted: ${path} is in the memory, without its secrets`)
  } catch (error) {
    warnOf(error)
  }
  await policiesQuery.now()
}

export async function expireNow(files: readonly JudgedFile[]): Promise<void> {
  await perform(
    () => api.policy.expire.mutate({ files: [...files] }),
    ({ changeCount: count }) =>
      plural(count, {
        one: 'Deleted # expired file. You can restore it from the timeline.',
        other: 'Deleted # expired files. You can restore them from the timeline.',
      }),
  )
  await policiesQuery.now()
}

/** Announces in the status bar that secrets were redacted from what the agent wrote. */
export async function announceRedaction(commit: Commit): Promise<void> {
  const [only] = commit.changes
  if (only?.change.after == null || commit.changeCount !== 1) return
  const { before, after, path } = only.change
  const texts = await Promise.all([before === null ? '' : fetchText(before.id), fetchText(after.id)]).catch(() => null)
  const count = texts === null ? 0 : countMarks(texts[1]) - countMarks(texts[0])
  if (count > 0)
    useStatusBar.getState().say(
      plural(count, {
        one: `# secret was redacted in ${path} and not saved to the memory.`,
        other: `# secrets were redacted in ${path} and not saved to the memory.`,
      }),
      { label: t`See the rules`, run: openPolicies },
    )
}
