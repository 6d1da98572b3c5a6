import type { ActivityReader, FormattedEntry } from './ActivityReader.ts'
import type { Position } from './cursor.ts'

/** One page of a list, newest first; `next` is the position after it, null at the end of the list. */
export type Page = { entries: readonly FormattedEntry[]; next: Position | null }

/** Creates an activity reader over a paged list. */
export function createPageReader({
  from,
  load,
  until,
}: {
  from: Position
  /** Loads the page at a position. */
  load: (position: Position) => Promise<Page>
  /** Until when to load more pages (epoch milliseconds), given the number of entries taken so far. */
  until: (found: number) => number
}): ActivityReader {
  let position: Position | null = from
  let found = 0
  const ready: FormattedEntry[] = []
  return {
    async peek() {
      for (;;) {
        const [entry] = ready
        if (entry) return { kind: 'entry', entry }
        if (position === null) return { kind: 'end' }
        const page = await load(position)
        ready.push(...page.entries)
        position = page.next
        if (ready.length === 0 && position !== null && Date.now() >= until(found))
          return { kind: 'incomplete', after: position }
      }
    },
    take() {
      ready.shift()
      found++
    },
    resolvePosition: async (position) => position,
  }
}

/** The position before the first entry of a list. */
export const listStart: Position = { block: 2 ** 52, index: 0, anchor: { number: 0, hash: '' } }
