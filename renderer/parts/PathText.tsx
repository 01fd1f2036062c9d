/** A path in the third voice: the folder stands back, the name stands out. */
export function PathText({ path }: { readonly path: string }) {
  const cut = path.lastIndexOf('/') + 1
  return <span className="path">{path.slice(0, cut)}<b>{path.slice(cut)}</b></span>
}
