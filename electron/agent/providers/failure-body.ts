// What the body of a failed request says, whatever its shape: services put their reason into a field, into a list of
// problems, into an object of another service, or into a string that holds such an object. Pure.

export interface BodyWords {
  /** All reasons, from the outermost in; `null` where there are none. */
  readonly words: string | null
  /** The service's names for the error, e.g. "overloaded_error" and "model_not_found". */
  readonly names: readonly string[]
  /** A status that is told in the body. */
  readonly status: number | null
  /** The numbers in it, by field. */
  readonly numbers: ReadonlyMap<string, number>
}

/** Fields that say why, in words. */
const SPEAKING = /err|message|msg|detail|reason|description|exception|cause|title|raw|explanation/i
/** Fields that name the error. */
const NAMING = /(?:^|_)(?:type|code|status|kind)$|^(?:errorCode|errorType)$/i
/** Fields that repeat the request. */
const ECHOING = /^(?:input|request|messages|body|params|headers|ctx|url|stack|trace(?:back)?)$/i
const NAME = /^(?=.*[a-z])[\w.-]{1,80}$/i
/** A name in a field for words: "model_not_found". */
const CODE = /^[a-z]+(?:[_.-][a-z\d]+)+$/i

const MAX_DEPTH = 8
const MAX_LISTED = 5
const MAX_TEXT_CHARACTERS = 4000

/** @param body JSON, or text */
export function readBody(body: unknown): BodyWords {
  const reading = new Reading()
  const value = typeof body === 'string' ? (parse(body) ?? body) : body
  const words = reading.wordsIn(value, { field: 'error', depth: 0 }) ?? reading.other
  const { names, status, numbers } = reading
  return { words, names, status, numbers }
}

interface Place {
  readonly field: string
  readonly depth: number
}

class Reading {
  readonly names: string[] = []
  readonly numbers = new Map<string, number>()
  status: number | null = null
  /** A sentence in a field that is not known to say why. */
  other: string | null = null

  wordsIn(value: unknown, place: Place): string | null {
    if (typeof value === 'string') return this.#wordsInText(value.slice(0, MAX_TEXT_CHARACTERS), place)
    if (typeof value === 'number') this.#number(value, place.field)
    if (typeof value !== 'object' || value === null || place.depth > MAX_DEPTH) return null
    const depth = place.depth + 1
    if (Array.isArray(value)) {
      const listed = value.slice(0, MAX_LISTED).map((item: unknown) => this.wordsIn(item, { ...place, depth }))
      return joined(listed, '; ')
    }
    const fields = Object.entries(value).filter(([field]) => !ECHOING.test(field) && field !== 'loc')
    // What a service says itself comes before what it passes on.
    const texts = fields.filter(([, item]) => typeof item !== 'object')
    const others = fields.filter(([, item]) => typeof item === 'object')
    const words = joined(
      [...texts, ...others].map(([field, item]: [string, unknown]) => this.wordsIn(item, { field, depth })),
      ': ',
    )
    const where = placeIn(value)
    return where === null || words === null ? words : `${where}: ${words}`
  }

  #wordsInText(text: string, { field, depth }: Place): string | null {
    const trimmed = text.trim()
    if (trimmed === '') return null
    if (/^<(?:!doctype|html|head|body|\?xml)/i.test(trimmed)) return titleOf(trimmed)
    const isNaming = NAMING.test(field)
    const isSpeaking = SPEAKING.test(field) && !isNaming
    if (isNaming ? NAME.test(trimmed) && trimmed !== 'error' : isSpeaking && CODE.test(trimmed)) {
      this.names.push(trimmed)
      this.other ??= trimmed
      return null
    }
    if (isNaming) this.#number(Number(trimmed), field)
    const inside = jsonIn(trimmed)
    if (inside !== null)
      return joined([inside.before, this.wordsIn(inside.value, { field: 'error', depth: depth + 1 })], ': ')
    if (isSpeaking) return trimmed
    if (/\s/.test(trimmed)) this.other = trimmed
    return null
  }

  #number(value: number, field: string): void {
    this.numbers.set(field, value)
    if (NAMING.test(field) && Number.isInteger(value) && value >= 400 && value < 600) this.status ??= value
  }
}

/** Each once: a service repeats what another one said. */
function joined(parts: readonly (string | null)[], separator: string): string | null {
  const kept = parts.reduce<readonly string[]>((kept, part) => {
    if (part === null || kept.some((other) => other.includes(part))) return kept
    return [...kept.filter((other) => !part.includes(other)), part]
  }, [])
  return kept.length === 0 ? null : kept.join(separator)
}

/** Where in the request a problem is, as FastAPI tells it: ["body", "field"]. */
function placeIn(problem: object): string | null {
  const place: unknown = 'loc' in problem ? problem.loc : null
  if (!Array.isArray(place)) return null
  return place.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
}

/** JSON in a text, with what stands before it. */
function jsonIn(text: string): { readonly before: string | null; readonly value: unknown } | null {
  const [start, end] = [text.search(/[{[]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))]
  if (start < 0 || end < start) return null
  const value = parse(text.slice(start, end + 1))
  // Of "messages[1]", and of the values that are allowed, the sentence tells more.
  const isListOfValues = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return value === undefined || isListOfValues
    ? null
    : { before: text.slice(0, start).replace(/[\s:-]+$/, '') || null, value }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // words, or a bracket in a sentence
  }
}

function titleOf(page: string): string | null {
  return /<(?:title|h1|message)\b[^>]*>([^<]*)/i.exec(page)?.[1]?.trim() || null
}
