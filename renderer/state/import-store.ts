import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { ImportedFile } from '../../shared/file-commands.ts'
import { fileLimitsBy } from '../../shared/file-limits.ts'
import { isBesideFiles } from '../../shared/left-by-programs.ts'
import type { TreeFile } from '../../shared/memory.ts'
import { MAX_IMPORTED_BYTES, MAX_IMPORTED_FILES } from '../../shared/several-files.ts'
import { countText } from '../format/counts.ts'
import { sentencesText } from '../format/language.ts'
import { size } from '../format/sizes.ts'
import { worded } from '../format/worded.ts'
import { api, sentence } from './api.ts'
import { base64Of } from './base64.ts'
import type { Incoming } from './incoming-files.ts'
import { useMemory } from './memory-store.ts'
import { type OnTaken, type Placed, placed } from './placed-files.ts'
import { usePolicies } from './policy-store.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellCommit } from './undo-flow.ts'

/** What was chosen or dropped. */
export interface PendingImport {
  readonly files: readonly Incoming[]
  /** Paths of those that exist already. */
  readonly taken: readonly string[]
  /** Paths that are left out. */
  readonly hidden: readonly string[]
  /** Paths that are left out, since the size limit would refuse them, and all others with them. */
  readonly tooLarge: readonly string[]
}

/** The import that waits for the user to say what happens to files that exist already. */
export const useImport = create<{ readonly pending: PendingImport | null }>(() => ({ pending: null }))

export const cancelImport = (): void => useImport.setState({ pending: null })

/** What is hidden, and what programs leave beside the user's files: the memory would not take it from the folder either. */
const isHidden = ({ path }: Incoming): boolean => {
  const names = path.split('/')
  return names.some((name) => name.startsWith('.')) || isBesideFiles(path)
}

/** As the core judges them: what is as large already may stay so. Before the policies are known, none is too large. */
function isTooLarge(): (file: Incoming) => boolean {
  const { state } = usePolicies.getState()
  if (state === null) return () => false
  const limits = fileLimitsBy(state.policies.limits)
  return ({ path, file }) => file.size > Math.max(limits(path).bytes, fileAt(path)?.blob.size ?? 0)
}

export function importOf(found: readonly Incoming[]): PendingImport {
  const [shown, exceeds] = [found.filter((file) => !isHidden(file)), isTooLarge()]
  const files = shown.filter((file) => !exceeds(file))
  return {
    files,
    taken: files.map(({ path }) => path).filter((path) => fileAt(path) !== undefined),
    hidden: found.filter(isHidden).map(({ path }) => path),
    tooLarge: shown.filter(exceeds).map(({ path }) => path),
  }
}

/** @returns why so much cannot be added at once, or `null` */
export function whyTooMuch({ files }: PendingImport): string | null {
  const [bytes, most] = [files.reduce((sum, { file }) => sum + file.size, 0), countText(MAX_IMPORTED_FILES)]
  const limit = size(MAX_IMPORTED_BYTES)
  if (files.length > MAX_IMPORTED_FILES) return t`Nothing was added: at most ${most} files can be added at once.`
  return bytes > MAX_IMPORTED_BYTES ? t`Nothing was added: at most ${limit} can be added at once.` : null
}

/** Adds files to the memory as one commit. Asks first if some of them exist already. */
export async function beginImport(found: readonly Incoming[]): Promise<void> {
  const { say, warn } = useStatusBar.getState()
  const pending = importOf(found)
  const tooMuch = whyTooMuch(pending)
  if (pending.files.length === 0 && pending.tooLarge.length > 0)
    return warn(t`Nothing was added: the files are over the size limit.`)
  if (pending.files.length === 0) return say(t`Nothing to add: there are no files, or only hidden ones.`)
  if (tooMuch !== null) return warn(tooMuch)
  if (pending.taken.length > 0) useImport.setState({ pending })
  else await runImport(pending, 'skip')
}

export async function runImport(pending: PendingImport, onTaken: OnTaken): Promise<void> {
  cancelImport()
  const problem = await importFiles(pending, onTaken)
  if (problem !== null) useStatusBar.getState().warn(problem)
}

/** Says in the status bar what was added. @returns why nothing could be, or `null` */
export async function importFiles(
  { files, hidden, tooLarge }: PendingImport,
  onTaken: OnTaken,
): Promise<string | null> {
  try {
    const imported = await Promise.all(placed(files, onTaken, treeFiles()).map(read))
    if (imported.length === 0) {
      useStatusBar.getState().say(t`Nothing was added.`)
      return null
    }
    const outcome = await api.memory.import.mutate({ files: imported })
    if (outcome.kind !== 'committed') return worded(outcome.reason)
    const skipped = files.length - imported.length
    const sentences = [
      plural(imported.length, { one: 'Added # file.', other: 'Added # files.' }),
      skipped > 0 &&
        plural(skipped, {
          one: '# was skipped because it already exists.',
          other: '# were skipped because they already exist.',
        }),
      hidden.length > 0 &&
        plural(hidden.length, { one: '# hidden file was left out.', other: '# hidden files were left out.' }),
      tooLarge.length > 0 &&
        plural(tooLarge.length, {
          one: '# file was left out: it’s over the size limit.',
          other: '# files were left out: they’re over the size limit.',
        }),
      ...(outcome.notes ?? []).map(worded),
    ]
    tellCommit(sentencesText(sentences), outcome.commit)
    return null
  } catch (error) {
    return sentence(error)
  }
}

const treeFiles = (): readonly TreeFile[] => useMemory.getState().tree?.files ?? []
const fileAt = (path: string): TreeFile | undefined => treeFiles().find((file) => file.path === path)

async function read({ path, file, before }: Placed): Promise<ImportedFile> {
  return { path, before, bytes: await base64Of(file) }
}
