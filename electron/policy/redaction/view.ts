/**
 * A text derived from another (normalised, decoded, joined) that knows where each of its characters came from.
 * `starts[i]` and `ends[i]` bound the original of character i; `null` = the text is the original itself.
 */
export interface View {
  readonly text: string
  readonly starts: Int32Array | null
  readonly ends: Int32Array | null
}

/** The original's range for a range of the view. */
export function originalRange(
  view: View,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  if (view.starts === null || view.ends === null) return { start, end }
  return { start: view.starts[start] ?? 0, end: view.ends[end - 1] ?? 0 }
}

/** Builds a view piece by piece over a base view. */
export class ViewBuilder {
  readonly #base: View
  readonly #pieces: string[] = []
  readonly #maxCharacters: number
  /** Made for the first piece: most texts need no view. */
  #starts = new Int32Array()
  #ends = new Int32Array()
  #length = 0

  /** @param maxCharacters of the view */
  constructor(base: View, maxCharacters: number) {
    this.#base = base
    this.#maxCharacters = maxCharacters
  }

  #makeRoom(): void {
    if (this.#length > 0) return
    this.#starts = new Int32Array(this.#maxCharacters)
    this.#ends = new Int32Array(this.#maxCharacters)
  }

  /** Copies a piece of the base. */
  keep(from: number, to: number): void {
    if (to <= from) return
    this.#makeRoom()
    this.#pieces.push(this.#base.text.slice(from, to))
    const { starts, ends } = this.#base
    for (let at = from; at < to; at += 1) {
      this.#starts[this.#length] = starts === null ? at : (starts[at] ?? 0)
      this.#ends[this.#length] = ends === null ? at + 1 : (ends[at] ?? 0)
      this.#length += 1
    }
  }

  /** Puts `text` in place of the base's range. */
  put(text: string, from: number, to: number): void {
    const { start, end } = originalRange(this.#base, from, to)
    this.#makeRoom()
    this.#pieces.push(text)
    for (let at = 0; at < text.length; at += 1) {
      this.#starts[this.#length] = start
      this.#ends[this.#length] = end
      this.#length += 1
    }
  }

  done(): View {
    return {
      text: this.#pieces.join(''),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    }
  }
}
