/** Does one of the pins name this file, or a folder it is in? Patterns with signs are the store's to judge. */
export function isPinned(path: string, pins: readonly string[]): boolean {
  return pins.some((pin) => {
    const folder = pin.replace(/\/(\*\*)?$/, '')
    return path === pin || path.startsWith(`${folder}/`)
  })
}
