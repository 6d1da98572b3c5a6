import type { ChainReader, WrittenEntry } from '../modules/history/createChainReader.ts'
import type { Place } from '../modules/history/cursor.ts'

/** A part of a list, newest first; `next` is where it goes on, null = nothing more. */
export type Page = { entries: readonly WrittenEntry[]; next: Place | null }

/** Reads a list that comes in pages, one entry after the other, as long as `until` allows. */
export function createPageReader({
  from,
  load,
  until,
}: {
  from: Place
  load: (place: Place) => Promise<Page>
  /** Until when may be read on, given how many entries there are. */
  until: (found: number) => number
}): ChainReader {
  let place: Place | null = from
  let found = 0
  const ready: WrittenEntry[] = []
  return {
    async peek() {
      for (;;) {
        const [entry] = ready
        if (entry) return { kind: 'entry', entry }
        if (place === null) return { kind: 'end' }
        const page = await load(place)
        ready.push(...page.entries)
        place = page.next
        if (ready.length === 0 && place !== null && Date.now() >= until(found))
          return { kind: 'unread', after: place }
      }
    },
    take() {
      ready.shift()
      found++
    },
    seal: async (at) => at,
  }
}

/** Before the first entry of a list. */
export const top: Place = { block: 2 ** 52, index: 0, anchor: { number: 0, hash: '' } }
