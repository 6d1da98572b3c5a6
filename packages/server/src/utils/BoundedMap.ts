/**
 * A map with at most `max` entries: adding another one removes the entry that was added first. Setting an existing key
 * keeps its place; delete the key before to make it the newest.
 *
 * @example
 * const cache = new BoundedMap<string, Answer>({ max: 1000 })
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number
  constructor({ max }: { max: number }) {
    super()
    this.#max = max
  }
  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size > this.#max) this.delete(this.keys().next().value as Key)
    return this
  }
}
