// Choosing days of a list, by their index. Pure.

/** Days in a row, chosen from one end (`from`) to the other. */
export interface Span {
  readonly from: number
  readonly at: number
}

const PAGE_DAYS = 10

/** The span after a key that moves it; `null` for any other key. With Shift the span grows, else it is one day. */
export function movedSpan({ from, at }: Span, key: string, extends_: boolean, count: number): Span | null {
  const target = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageDown: at - PAGE_DAYS,
    PageUp: at + PAGE_DAYS,
    Home: 0,
    End: count - 1,
  }[key]
  if (target === undefined) return null
  const moved = Math.max(0, Math.min(count - 1, target))
  return { from: extends_ ? from : moved, at: moved }
}

/** The day whose place on the chart is nearest. */
export function nearestDay(places: readonly number[], at: number): number {
  const distances = places.map((place) => Math.abs(place - at))
  return distances.indexOf(Math.min(...distances))
}

/** The days or minutes between two (see Filter; '' for no limit); `null` if none is, or no limit is given. */
export function spanOf(
  days: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Span | null {
  if (from === '' && to === '') return null
  const first = days.findIndex((day) => day.slice(0, from.length) >= from)
  const last = to === '' ? days.length - 1 : days.findLastIndex((day) => day.slice(0, to.length) <= to)
  return first < 0 || last < first ? null : { from: first, at: last }
}
