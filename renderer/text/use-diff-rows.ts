import { useEffect, useMemo, useState } from 'react'
import { diffRows, diffSteps, type Row } from './diff-rows.ts'
import { inSlices, untilStopped } from './in-slices.ts'

/** Texts up to this length are compared at once, within a frame or two. */
const MAX_AT_ONCE_CHARACTERS = 20_000

/** The rows of a diff; `null` while a large one is computed, a little at a time. */
export function useDiffRows(before: string, after: string): readonly Row[] | null {
  const isLarge = before.length + after.length > MAX_AT_ONCE_CHARACTERS
  const atOnce = useMemo(() => (isLarge ? null : diffRows(before, after)), [before, after, isLarge])
  const [sliced, setSliced] = useState<{ readonly of: string; readonly to: string; readonly rows: readonly Row[] }>()
  useEffect(() => {
    if (!isLarge) return
    return untilStopped(async (signal) => {
      const rows = await inSlices(diffSteps(before, after), signal)
      setSliced({ of: before, to: after, rows })
    })
  }, [before, after, isLarge])
  return atOnce ?? (sliced?.of === before && sliced.to === after ? sliced.rows : null)
}
