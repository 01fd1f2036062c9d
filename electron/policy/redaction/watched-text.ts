export class OutOfTime extends Error {}

/** How many characters are handed out between two looks at the clock: the largest program takes less than a millisecond for them. */
const CHARACTERS_PER_LOOK = 32

/**
 * A text for re2js that ends the search reading it once the time is over. Linear as they are, expressions of many states
 * take seconds for a long text, and a search can be ended in no other way.
 */
export class WatchedText extends String {
  readonly #text: string
  readonly #isLate: () => boolean
  #left = CHARACTERS_PER_LOOK

  constructor(text: string, isLate: () => boolean) {
    super(text)
    this.#text = text
    this.#isLate = isLate
  }

  override charCodeAt(at: number): number {
    this.#left -= 1
    if (this.#left < 0) this.look()
    return this.#text.charCodeAt(at)
  }

  /** @throws OutOfTime */
  look(): void {
    if (this.#isLate()) throw new OutOfTime()
    this.#left = CHARACTERS_PER_LOOK
  }
}
