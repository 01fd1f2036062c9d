import { plural, t } from '@lingui/core/macro'
import { z } from 'zod'
import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import type { JudgedFile, PolicyState } from '../../shared/policy-state.ts'
import { Policies } from '../../shared/policy.ts'
import { countMarks } from '../format/marks.ts'
import { worded } from '../format/worded.ts'
import { perform } from './actions.ts'
import { api } from './api.ts'
import { warnOf } from './attempt.ts'
import { fetchText } from './memory-store.ts'
import { createQuery } from './query.ts'
import { rebased } from './rebased-policies.ts'
import { openPolicies } from './routes.ts'
import { readSession, writeSession } from './session-texts.ts'
import { useStatusBar } from './status-bar-store.ts'
import { reportOutcome } from './write-outcome.ts'

interface PolicyStore {
  /** As the core last reported it; `null` until it did. */
  readonly state: PolicyState | null
  /** Unsaved changes; `null` without any. They survive a change of view, and a reload of the page. */
  readonly unsaved: Policies | null
  /** What is on its way to the core. */
  readonly saving: Policies | null
  /** Fields of the form whose text cannot be a value, by their ids. They are no part of the unsaved changes. */
  readonly invalid: ReadonlySet<string>
}

export const usePolicies = create<PolicyStore>(() => ({ state: null, unsaved: null, saving: null, invalid: new Set() }))

const UNSAVED_KEY = 'variorum.policies'
/** Unsaved changes, and the policies in force when they were made, as JSON. */
const KeptEdits = z.object({ unsaved: Policies, base: z.string() })

usePolicies.subscribe(({ state, unsaved }, before) => {
  if (unsaved === before.unsaved && state === before.state) return
  const isUnsaved = state !== null && unsaved !== null
  writeSession(UNSAVED_KEY, isUnsaved ? { unsaved, base: JSON.stringify(state.policies) } : null)
})

/** The unsaved changes that a reload of the page left, unless other policies are in force since. */
function keptEdits({ policies }: PolicyState): Policies | null {
  const kept = readSession(UNSAVED_KEY, KeptEdits)
  return kept?.base === JSON.stringify(policies) ? kept.unsaved : null
}

export const policiesQuery = createQuery({
  ask: () => api.policy.state.query(),
  put: (state) =>
    usePolicies.setState(({ state: before, unsaved, saving }) => {
      if (before === null) return { state, unsaved: keptEdits(state) }
      return { state, unsaved: saving === null ? onTop(state.policies, before.policies, unsaved) : unsaved }
    }),
  drop: () => usePolicies.setState({ state: null, unsaved: null, saving: null }),
})

/** What was edited, on top of other policies than it was edited from. @returns null if nothing is left of it */
function onTop(now: Policies, base: Policies, unsaved: Policies | null): Policies | null {
  const edited = unsaved === null ? now : rebased(unsaved, base, now)
  return isSame(edited, now) ? null : edited
}

const isSame = (one: Policies, two: Policies): boolean => JSON.stringify(one) === JSON.stringify(two)

/** Edits the policies; what equals those in force, or about to be, is no change. */
export function editPolicies(edit: (now: Policies) => Policies): void {
  usePolicies.setState(({ state, unsaved, saving }) => {
    if (state === null) return {}
    const edited = edit(unsaved ?? saving ?? state.policies)
    return { unsaved: isSame(edited, saving ?? state.policies) ? null : edited }
  })
}

/** Notes whether a field can be saved as it is. */
export function markField(id: string, isInvalid: boolean): void {
  usePolicies.setState(({ invalid }) => {
    if (invalid.has(id) === isInvalid) return {}
    return { invalid: isInvalid ? new Set([...invalid, id]) : new Set([...invalid].filter((other) => other !== id)) }
  })
}

export function hasUnsavedPolicies(): boolean {
  const { unsaved, saving } = usePolicies.getState()
  return unsaved !== null || saving !== null
}

/** What is on its way to the core is not unsaved any more. */
export function discardEdits(): void {
  usePolicies.setState({ unsaved: null })
}

/** Saves the changes. What is edited meanwhile is unsaved. @returns whether what was to be saved is in force now */
export async function savePolicies(): Promise<boolean> {
  const { state: before, unsaved, saving } = usePolicies.getState()
  if (before === null || unsaved === null || saving !== null) return unsaved === null
  const base = before.policies
  usePolicies.setState({ saving: unsaved, unsaved: null })
  const commit = await perform(() => api.policy.save.mutate({ policies: unsaved, base }), t`Policies saved`)
  // Another store may have been opened.
  if (usePolicies.getState().saving !== unsaved) return commit !== null
  usePolicies.setState(({ state, unsaved: edited }) => ({
    saving: null,
    ...(commit === null
      ? { unsaved: onTop(state?.policies ?? base, base, edited ?? unsaved) }
      : { state: state === null ? null : { ...state, policies: unsaved } }),
  }))
  // They may not be saved because others are in force by now.
  await policiesQuery.now()
  return commit !== null
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
