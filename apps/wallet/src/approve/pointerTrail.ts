/** Position of a pointer in the frame and on the screen. */
export type PointerSample = { clientX: number; clientY: number; screenX: number; screenY: number }

/** Tracks whether the pointer moved to the frame, or the frame was moved under the pointer. */
export interface PointerTrail {
  /** Adds a sample. Returns `jumped` if the frame moved on the screen since the last one. */
  move(sample: PointerSample): 'arrived' | 'moved' | 'jumped'
  leave(): void
  /** Whether a press is at the position that the pointer last moved to. */
  isOwn(sample: PointerSample): boolean
  /** Milliseconds for which the pointer has been tracked while the frame stayed in place. */
  trackedFor(): number
}

/** Tolerance in pixels, for trembling hands and rounding. */
const tolerance = 3

/**
 * Creates a tracker. A page can move the frame under a resting pointer at the moment of a click, which changes no visibility and
 * sends no event. Then the pointer has not moved within the frame, or only for a moment if the hand trembles.
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
        distance(sample.clientX - last.clientX, sample.clientY - last.clientY) <= tolerance &&
        distance(sample.screenX - last.screenX, sample.screenY - last.screenY) <= tolerance
      )
    },
    trackedFor: () => (last ? now() - since : 0),
  }
}

function hasJumped(before: PointerSample, after: PointerSample): boolean {
  return (
    differs(after.screenX - before.screenX, after.clientX - before.clientX) ||
    differs(after.screenY - before.screenY, after.clientY - before.clientY)
  )
}

/** Whether a movement differs on screen and in the frame by more than page zoom (25 % to 500 %) explains. */
function differs(screen: number, client: number): boolean {
  if (Math.abs(screen - client) <= tolerance) return false
  const ratio = screen / client
  return !(ratio >= 0.2 && ratio <= 6)
}

function distance(x: number, y: number): number {
  return Math.max(Math.abs(x), Math.abs(y))
}
