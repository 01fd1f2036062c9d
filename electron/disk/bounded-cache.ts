/**
 * A cache of bounded weight that evicts in constant time. It has two generations: what is added or used goes to the
 * young one; when that holds half of the allowed weight, the old one is dropped whole, and the young one takes its place.
 */
export class BoundedCache<Key, Value> {
  readonly #weightOf: (value: Value) => number
  readonly #maxYoungWeight: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  #youngWeight = 0

  /** @param weightOf must always say the same of a value. One that weighs more than half of `maxWeight` is not kept. */
  constructor(maxWeight: number, weightOf: (value: Value) => number = () => 1) {
    this.#maxYoungWeight = maxWeight / 2
    this.#weightOf = weightOf
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    return old === undefined ? undefined : this.set(key, old)
  }

  /** @returns the value */
  set(key: Key, value: Value): Value {
    const replaced = this.#young.get(key)
    if (replaced !== undefined) this.#youngWeight -= this.#weightOf(replaced)
    this.#young.delete(key)
    this.#old.delete(key)
    const weight = this.#weightOf(value)
    if (weight > this.#maxYoungWeight) return value
    if (this.#youngWeight + weight > this.#maxYoungWeight) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngWeight = 0
    }
    this.#young.set(key, value)
    this.#youngWeight += weight
    return value
  }
}
