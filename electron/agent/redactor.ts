import type { PathMatcher } from '../../shared/globs.ts'
import type { Message } from '../../shared/messages/message.ts'

/** What is said of a file of which a view hides something. */
export interface Hidden {
  /** Which rules hide how much, never what. */
  readonly notes: readonly Message[]
  /** Why nothing that holds this may be written; null if it may, redacted. */
  readonly refusal: Message | null
}

/** Applies the policies to texts on their way to the model or into a transcript. */
export interface Redactor {
  /** The text without what must not be kept; `path` if it is a file's. */
  redact(text: string, path?: string): string
  hiddenIn(text: string, path: string): Hidden
  /** Paths of which an agent must not know whether something is there; `null` for none. @param client its name, if it has one */
  hiddenFrom(client?: string): PathMatcher | null
  /** A view's result cut to the policies' limit, with a note on how to continue; lines are numbered as in the file. */
  cutView(text: string, firstLine: number, lastLine: number): string
  /** The same for the listing of a folder; `first` is the item to begin with, if it must be cut. */
  cutListing(text: string, first?: number): string
}

export const NO_REDACTION: Redactor = {
  redact: (text) => text,
  hiddenIn: () => ({ notes: [], refusal: null }),
  hiddenFrom: () => null,
  cutView: (text) => text,
  cutListing: (text) => text,
}

/** The same for text with halves of characters, as a cut leaves them: services refuse a request that holds one. */
export function wellFormed(redactor: Redactor): Redactor {
  return { ...redactor, redact: (text, path) => redactor.redact(text.toWellFormed(), path) }
}

/** Redacts every text in a JSON value, including keys, since a model may put anything anywhere. */
export function redactValue(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redactor))
  return typeof value === 'object' && value !== null ? redactFields(value, redactor) : value
}

export function redactFields(record: object, redactor: Redactor): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, item]) => [redactor.redact(key), redactValue(item, redactor)]),
  )
}
