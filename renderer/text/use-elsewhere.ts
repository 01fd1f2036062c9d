import { useEffect, useState } from 'react'
import type { Blob, Change } from '../../shared/change.ts'
import { fetchText } from '../state/memory-store.ts'
import { diffSteps } from './diff-rows.ts'
import { inSlices, untilStopped } from './in-slices.ts'
import { type Elsewhere, type FileRows, movesBetween } from './moved-elsewhere.ts'

/** Larger commits are not searched for what moved from file to file. */
const MAX_FILES = 20
const MAX_BYTES = 400_000

const NONE: ReadonlyMap<string, Elsewhere> = new Map()

/** What moved between the files of one commit, by path; nothing until their texts are here. */
export function useElsewhere(changes: readonly Change[]): ReadonlyMap<string, Elsewhere> {
  const [found, setFound] = useState({ of: changes, moves: NONE })
  useEffect(() => {
    const bytes = changes.reduce((sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0), 0)
    if (changes.length < 2 || changes.length > MAX_FILES || bytes > MAX_BYTES) return
    return untilStopped(async (signal) => {
      const files: FileRows[] = []
      for (const { path, before, after } of changes) {
        const [old, now] = [await textOf(before), await textOf(after)]
        if (old === null || now === null) continue
        files.push({ path, rows: await inSlices(diffSteps(old, now), signal) })
      }
      setFound({ of: changes, moves: movesBetween(files) })
    })
  }, [changes])
  return found.of === changes ? found.moves : NONE
}

const textOf = async (blob: Blob | null): Promise<string | null> => (blob === null ? '' : fetchText(blob.id))
