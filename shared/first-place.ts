/**
 * The first place in a sorted list from which on something holds; the list's length if it holds nowhere.
 * @param holds false before that place, and true from there on
 */
export function firstPlace<T extends {}>(sorted: readonly T[], holds: (element: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const element = sorted[middle]
    if (element === undefined || holds(element)) high = middle
    else low = middle + 1
  }
  return low
}
