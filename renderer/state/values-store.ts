import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type {
  FoundValue,
  OriginalSource,
  PassOutcome,
  SettledValues,
  ValuePlaces,
} from '../../shared/settled-values.ts'
import { announceSaved, perform } from './actions.ts'
import { api } from './api.ts'
import { orWarn } from './attempt.ts'
import { createQuery } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellCommit } from './undo-flow.ts'
import { reportOutcome } from './write-outcome.ts'

/** A text that was saved without what the policies redact, as it was typed. */
interface RedactedSave {
  readonly text: string
  /** The version that the save made. */
  readonly saved: string
}

interface Values {
  /** `null` until it was asked for. */
  readonly settled: SettledValues | null
  /** By path, in memory alone. */
  readonly redactedSaves: ReadonlyMap<string, RedactedSave>
}

export const useValues = create<Values>(() => ({ settled: null, redactedSaves: new Map() }))

export const valuesQuery = createQuery({
  ask: () => api.values.list.query(),
  put: (settled) => useValues.setState({ settled }),
  onProblem: (why) => why !== null && useStatusBar.getState().warn(why),
  drop: () => useValues.setState({ settled: null, redactedSaves: new Map() }),
  onlyShown: true,
})

export const forgetValue = (id: string): Promise<unknown> =>
  orWarn(async () => {
    await api.values.forget.mutate({ id })
    await valuesQuery.now()
    useStatusBar.getState().say(t`Forgotten: the policies now decide whether this value is redacted`)
  })

export const forgetSetAside = (): Promise<unknown> =>
  orWarn(async () => {
    await api.values.forgetAside.mutate()
    await valuesQuery.now()
  })

/** @returns whether the value passes from now on */
export async function allowTyped(value: string, rule: string | null): Promise<boolean> {
  return (
    (await orWarn(async () => {
      await api.values.allow.mutate({ value, rule })
      return true
    })) ?? false
  )
}

/** What is redacted in an original; `null` when it is not at hand. */
export const findIn = async (source: OriginalSource): Promise<readonly FoundValue[] | null> =>
  orWarn(() => api.values.found.query({ source }))

/** What became of a value that may pass. */
export type Passed = Exclude<PassOutcome['kind'], 'not-written'>

/** Lets a value of an original pass. @returns `null` where nothing was done, which the status bar says */
export async function passFrom(source: OriginalSource, index: number): Promise<Passed | null> {
  const outcome = await orWarn(() => api.values.pass.mutate({ source, index }))
  if (outcome === null) return null
  const { kind, write } = outcome
  if (kind === 'not-written') {
    if (write !== null) reportOutcome(write)
    return null
  }
  if (write?.kind === 'committed') {
    const { commit, notes } = write
    const saved = commit.changes[0]?.change.after?.id
    if (source.kind !== 'text') tellCommit(t`Not a secret: the value is back as it was written`, commit)
    else {
      announceSaved(source.path, commit, notes)
      // What still must not be kept is redacted again.
      if (saved !== undefined) await noteSave(source.path, source.text, saved)
    }
  }
  if (source.kind === 'file' && kind === 'applied')
    useStatusBar.getState().say(t`Not a secret: ${source.path} is in the memory, unredacted`)
  return kind
}

/** Remembers a text that was saved redacted, so that the user can say "not a secret". */
export async function noteSave(path: string, text: string, saved: string): Promise<void> {
  const found = await findIn({ kind: 'text', path, text, saved })
  if (found === null || found.length === 0) forgetSave(path)
  else useValues.setState(({ redactedSaves }) => ({ redactedSaves: new Map(redactedSaves).set(path, { text, saved }) }))
}

export function forgetSave(path: string): void {
  useValues.setState(({ redactedSaves }) => ({
    redactedSaves: new Map([...redactedSaves].filter(([other]) => other !== path)),
  }))
}

/** Marks a value as a secret. @returns its id and where it is now; `null` after an error */
export const markSecret = (value: string): Promise<(ValuePlaces & { readonly id: string }) | null> =>
  orWarn(async () => {
    const id = await api.values.mark.mutate({ value })
    await valuesQuery.now()
    return { id, ...(await api.values.filesWith.query({ id })) }
  })

/** Redacts a marked value in the files that have it. @returns whether there is a commit */
export async function eraseMarked(id: string): Promise<boolean> {
  const commit = await perform(
    () => api.values.erase.mutate({ id }),
    ({ changeCount: count }) =>
      plural(count, {
        one: 'Redacted in # file. Earlier versions in the history may still contain it.',
        other: 'Redacted in # files. Earlier versions in the history may still contain it.',
      }),
  )
  return commit !== null
}
