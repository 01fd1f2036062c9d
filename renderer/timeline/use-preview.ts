import { useEffect, useState } from 'react'
import type { Comparison } from '../../shared/memory.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'

/** What bringing a path back to a point would do now ('' is the whole store); `undefined` until it is known, and without a path. */
export function usePreview(ref: string, path: string | undefined, withPolicies = false): Comparison | undefined {
  const changes = useMemory((state) => state.changes)
  const [known, setKnown] = useState<{ readonly key: string; readonly comparison: Comparison } | null>(null)
  const key = path === undefined ? '' : `${ref} ${path} ${withPolicies}`
  useEffect(() => {
    let wanted = true
    if (path !== undefined) api.timeline.previewRestore.query({ ref, path, how: { withPolicies } }).then((comparison) => wanted && setKnown({ key: `${ref} ${path} ${withPolicies}`, comparison }), () => undefined)
    return () => { wanted = false }
  }, [ref, path, withPolicies, changes])
  return known !== null && known.key === key ? known.comparison : undefined
}
