/** What the policies have to say about texts on their way to the model and into a transcript. */
export interface Guard {
  /** The text without what must not be kept; `path` when it is a file's. */
  shield(text: string, path?: string): string
  /** A view's answer cut to what one may return, saying how to go on; the lines it holds, counted in the file. */
  cutView(text: string, firstLine: number, lastLine: number): string
}

export const NO_GUARD: Guard = { shield: (text) => text, cutView: (text) => text }

/** Every text in a JSON value, shielded; keys too, since a model may put anything anywhere. */
export function shieldAll(value: unknown, guard: Guard): unknown {
  if (typeof value === 'string') return guard.shield(value)
  if (Array.isArray(value)) return value.map((item) => shieldAll(item, guard))
  return typeof value === 'object' && value !== null ? shieldFields(value, guard) : value
}

export function shieldFields(record: object, guard: Guard): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [guard.shield(key), shieldAll(item, guard)]))
}
