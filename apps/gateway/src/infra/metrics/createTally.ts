import type { Counter, LabelValues } from 'prom-client'

/** Counts for a counter; see `createTally`. */
export type Tally<Label extends string> = {
  /**
   * Counts one.
   *
   * @param key a text that is the same for the same labels only.
   */
  count(key: string, labels: LabelValues<Label>): void
  /** Adds what was counted since the last time to a counter, in its `collect`. */
  addTo(counter: Counter<Label>): void
}

/**
 * Creates counts that a counter takes over when it is read: prom-client puts the labels together at each count, which takes longer
 * than to look up a cached answer.
 *
 * @example
 * const tally = createTally<'kind'>()
 * new Counter({ name, help, labelNames: ['kind'], collect() { tally.addTo(this) } })
 * tally.count('hit', { kind: 'hit' })
 */
export function createTally<Label extends string>(): Tally<Label> {
  const entries = new Map<string, { labels: LabelValues<Label>; count: number }>()
  return {
    count(key, labels) {
      const entry = entries.get(key)
      if (entry) entry.count++
      else entries.set(key, { labels, count: 1 })
    },
    addTo(counter) {
      for (const { labels, count } of entries.values()) counter.inc(labels, count)
      entries.clear()
    },
  }
}
