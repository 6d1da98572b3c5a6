/** Where a pointer was, in the frame and on the screen. */
export type PointerSample = { clientX: number; clientY: number; screenX: number; screenY: number }

/** Whether the pointer came to the frame, or the frame to the pointer. */
export interface PointerTrail {
  /** `jumped` if the frame moved on the screen since the last sample. */
  move(sample: PointerSample, at: number): 'arrived' | 'moved' | 'jumped'
  leave(): void
  /** Whether a press here is one of a pointer that was moved here by hand. */
  isOwn(sample: PointerSample, at: number): boolean
}

/** Milliseconds that a pointer rests in the frame before its press counts, if it was never seen to move there. */
const restFor = 500
/** Pixels that hands tremble, and events are rounded by. */
const tremor = 3

/**
 * A page can slide its frame under a resting pointer in the moment of a click. Nothing tells the frame: visibility stays
 * as it was, and no event comes. But the pointer's place in the frame then changes while its place on the screen does not.
 */
export function createPointerTrail(): PointerTrail {
  let last: PointerSample | undefined
  let arrivedAt = 0
  let hasPath = false

  const arrive = (sample: PointerSample, at: number) => {
    last = sample
    arrivedAt = at
    hasPath = false
  }

  return {
    move(sample, at) {
      if (!last) {
        arrive(sample, at)
        return 'arrived'
      }
      if (hasJumped(last, sample)) {
        arrive(sample, at)
        return 'jumped'
      }
      if (distance(sample.screenX - last.screenX, sample.screenY - last.screenY) > 0) hasPath = true
      last = sample
      return 'moved'
    },
    leave() {
      last = undefined
    },
    isOwn(sample, at) {
      if (!last) return false
      const isHere =
        distance(sample.clientX - last.clientX, sample.clientY - last.clientY) <= tremor &&
        distance(sample.screenX - last.screenX, sample.screenY - last.screenY) <= tremor
      return isHere && (hasPath || at - arrivedAt >= restFor)
    },
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
