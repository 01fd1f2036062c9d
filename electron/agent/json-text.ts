// The arguments of a call are JSON that arrives as text, in pieces. Pure.

/** Where a JSON text stands after what has arrived of it: each character is looked at once. */
export class JsonProgress {
  isInString = false
  #depth = 0
  #isEscaped = false
  /** The last character outside of strings, and the quotes of strings. */
  #last = ''
  #isBegun = false

  feed(text: string): void {
    for (const character of text) this.#take(character)
  }

  /** Whether an object, a list or a string has begun and ended: nothing more can belong to it. */
  get isWhole(): boolean {
    return this.#isBegun && this.#depth === 0 && !this.isInString
  }

  /** Whether an object may come next. */
  get awaitsValue(): boolean {
    return !this.isInString && [':', ',', '[', ''].includes(this.#last)
  }

  #take(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.isInString && character === '\\') this.#isEscaped = true
    else if (character === '"') this.isInString = !this.isInString
    else if (!this.isInString && '{['.includes(character)) this.#depth += 1
    else if (!this.isInString && '}]'.includes(character)) this.#depth -= 1
    if (this.isInString || character.trim() === '') return
    this.#last = character
    this.#isBegun ||= '"}]'.includes(character)
  }
}

/** No tool takes an input nested as deeply; what walks one may do so by calling itself. */
export const MAX_DEPTH = 100

export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

/**
 * The object that the text of a call's arguments says; `null` where that is not certain. Two habits leave no doubt: some
 * servers write the text as a JSON string again, and some models write the control characters in a string as they are.
 * Everything else (a fence around it, an end that is missing) is told to the model, which is shown its own text.
 */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const value = parse(text) ?? parse(withEscapes(text))
  const object = typeof value === 'string' ? parse(value) : value
  return isRecord(object) && !isTooDeep(object) ? object : null
}

function parse(json: string): unknown {
  try {
    // The one key that changes an object when it is assigned; it is not read back from the file.
    return JSON.parse(json, (key, item: unknown) => (key === '__proto__' ? undefined : item))
  } catch {
    return null // the caller says so
  }
}

function withEscapes(text: string): string {
  const progress = new JsonProgress()
  let written = ''
  for (const character of text) {
    written += progress.isInString && character < ' ' ? JSON.stringify(character).slice(1, -1) : character
    progress.feed(character)
  }
  return written
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
