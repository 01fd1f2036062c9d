/** Loads a large module on first use. Later calls do not ask Node again, which would look for its file. */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null
  return () => (loading ??= load())
}
