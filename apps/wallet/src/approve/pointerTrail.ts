/** Where a pointer was, in the frame and on the screen. */
export type PointerSample = { clientX: number; clientY: number; screenX: number; screenY: number }

/** Whether the pointer came to the frame, or the frame to the pointer. */
export interface PointerTrail {
  /** `jumped` if the frame moved on the screen since the last sample. */
  move(sample: PointerSample): 'arrived' | 'moved' | 'jumped'
  leave(): void
  /** Whether a press here is one of a pointer that was heard coming here. */
  isOwn(sample: PointerSample): boolean
  /** Milliseconds since which the pointer is heard while the frame stands where it stands. */
  heardFor(): number
}

/** Pixels that hands tremble, and events are rounded by. */
const tremor = 3

/**
 * A page can slide its frame under a resting pointer in the moment of a click. Nothing tells the frame: visibility stays
 * as it was, and no event comes. But then the pointer was never heard moving where it presses, or, if the hand trembles,
 * only just: a hand that comes here has been on its way for a while.
 */
export function createPointerTrail({ now }: { now: () => number }): PointerTrail {
  let last: PointerSample | undefined
  let since = 0

  return {
    move(sample) {
      const before = last
      last = sample
      if (before && !hasJumped(before, sample)) return 'moved'
      since = now()
      return before ? 'jumped' : 'arrived'
    },
    leave() {
      last = undefined
    },
    isOwn(sample) {
      return (
        last !== undefined &&
        distance(sample.clientX - last.clientX, sample.clientY - last.clientY) <= tremor &&
        distance(sample.screenX - last.screenX, sample.screenY - last.screenY) <= tremor
      )
    },
    heardFor: () => (last ? now() - since : 0),
  }
}

function hasJumped(before: PointerSample, after: PointerSample): boolean {
  return (
    isTorn(after.screenX - before.screenX, after.clientX - before.clientX) ||
    isTorn(after.screenY - before.screenY, after.clientY - before.clientY)
  )
}

/** The two lengths of one movement differ by the zoom of the page at most: from a quarter to five times. */
function isTorn(screen: number, client: number): boolean {
  if (Math.abs(screen - client) <= tremor) return false
  const ratio = screen / client
  return !(ratio >= 0.2 && ratio <= 6)
}

function distance(x: number, y: number): number {
  return Math.max(Math.abs(x), Math.abs(y))
}
