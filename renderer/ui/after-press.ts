/**
 * For a field that closes when it is left. It stays until the press that leaves it is over: what moves away under the
 * pointer gets no click.
 */
export function afterPress(close: () => void): void {
  if (!document.documentElement.matches(':active')) return close()
  const over = new AbortController()
  const end = (): void => {
    over.abort()
    close()
  }
  for (const name of ['mouseup', 'dragend', 'pointercancel'])
    window.addEventListener(name, end, { capture: true, signal: over.signal })
}
