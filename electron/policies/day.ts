/** The day ("2026-11-20") by the user's own clock. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
