export class OutOfTime extends Error {}

/** Characters read between two checks of the clock: the largest program takes less than a millisecond for them. */
const CHARACTERS_PER_CHECK = 32

/**
 * A text for re2js that throws once the time is over. Although linear, expressions with many states take seconds on a
 * long text, and there is no other way to end a search.
 */
export class WatchedText extends String {
  readonly #text: string
  readonly #isLate: () => boolean
  #left = CHARACTERS_PER_CHECK

  constructor(text: string, isLate: () => boolean) {
    super(text)
    this.#text = text
    this.#isLate = isLate
  }

  override charCodeAt(at: number): number {
    this.#left -= 1
    if (this.#left < 0) this.check()
    return this.#text.charCodeAt(at)
  }

  /** @throws OutOfTime */
  check(): void {
    if (this.#isLate()) throw new OutOfTime()
    this.#left = CHARACTERS_PER_CHECK
  }
}
