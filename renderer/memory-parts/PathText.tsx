import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { pathLabel } from '../format/path-label.ts'

/** A path in the third voice: the folder stands back, the name stands out. The policies are no memory, and are named instead. */
export function PathText({ path }: { readonly path: string }) {
  if (path === POLICIES_PATH) return <b>{pathLabel(path)}</b>
  const cut = path.lastIndexOf('/') + 1
  return (
    <span className="path">
      {path.slice(0, cut)}
      <b>{path.slice(cut)}</b>
    </span>
  )
}
