import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { pathLabel } from '../format/path-label.ts'

/** A path in monospace, with emphasis on the file's name. The policies file is named instead. */
export function PathText({ path }: { readonly path: string }) {
  if (path === POLICIES_PATH) return <b>{pathLabel(path)}</b>
  const cut = path.lastIndexOf('/') + 1
  return (
    <span className="path">
      {cut > 0 && <span className="folder">{path.slice(0, cut)}</span>}
      <b>{path.slice(cut)}</b>
    </span>
  )
}
