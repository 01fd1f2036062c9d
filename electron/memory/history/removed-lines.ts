import { firstPlace } from '../../../shared/first-place.ts'
import type { ChainEntry } from './chain.ts'

/** The lines of a first version that are not there now, by their numbers from 0, and who removed each. */
export class RemovedLines {
  readonly #texts: readonly string[]
  readonly #removers = new Map<number, ChainEntry>()
  /** The same lines by their texts, in order. */
  readonly #byText = new Map<string, number[]>()

  /** @param texts the lines of the first version */
  constructor(texts: readonly string[]) {
    this.#texts = texts
  }

  add(line: number, by: ChainEntry): void {
    this.#removers.set(line, by)
    const text = this.#texts[line] ?? ''
    const equal = this.#byText.get(text) ?? []
    const at = placeOf(equal, line)
    if (equal[at] !== line) equal.splice(at, 0, line)
    this.#byText.set(text, equal)
  }

  /** The line that comes back with this text: of equal ones, the next after another line. */
  takeBack(text: string, after: number): number | null {
    const equal = this.#byText.get(text) ?? []
    const [line] = equal.splice(Math.min(placeOf(equal, after + 1), equal.length - 1), 1)
    if (line === undefined) return null
    this.#removers.delete(line)
    return line
  }

  inOrder(): readonly (readonly [line: number, remover: ChainEntry])[] {
    return [...this.#removers].toSorted(([a], [b]) => a - b)
  }
}

/** Where a number is in ascending ones, or belongs. */
function placeOf(numbers: readonly number[], number: number): number {
  return firstPlace(numbers, (each) => each >= number)
}
