/** A path relative to the store; the memory tool's form (/memories/…) is accepted too. */
export function storePath(path: string): string {
  return path
    .replace(/^\/memories(\/|$)/, '')
    .replace(/^\.\//, '')
    .replace(/\/+$/, '')
}
