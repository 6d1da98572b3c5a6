import { createPointerTrail, type PointerSample } from './pointerTrail.ts'

/** How it is ensured that the request is visible: `observed` by the browser, or shown in its own `window`. */
export type GuardProof = 'observed' | 'window'

export type GuardPointer = PointerSample & {
  isTrusted: boolean
  /** Whether the pointer is over the button. */
  isInside: boolean
  kind: 'mouse' | 'touch'
}

export type GuardKey = { isTrusted: boolean; isRepeat: boolean; isOnButton: boolean }

/** Decides whether a press on Approve was intended by a person. Uses neither the DOM nor a clock of its own. */
export interface Guard {
  /** Reports whether summary and buttons are fully visible. */
  see(isSeen: boolean): void
  /** Reports that the document got the focus. */
  focus(): void
  /** Reports that the document lost the focus. */
  blur(): void
  /** Restarts the arming delay, because content, size or position changed. */
  restart(): void
  move(pointer: GuardPointer): void
  leave(): void
  down(pointer: GuardPointer): void
  /** Returns true if this completes an approval. */
  up(pointer: GuardPointer): boolean
  keyDown(key: GuardKey): void
  /** Returns true if this completes an approval. */
  keyUp(key: GuardKey): boolean
  /**
   * Reports a press by assistive technology, without pointer or key. It cannot hold a button, so a high-risk request takes two
   * presses, at least {@link holdFor} apart. Returns true if this completes an approval.
   */
  activate(event: { isTrusted: boolean }): boolean
  /** Discards the current press. */
  cancel(): void
  isArmed(): boolean
  /** Milliseconds until the button is armed if nothing changes; undefined while it cannot be armed. */
  armsIn(): number | undefined
  /** Milliseconds for which the button has been held; undefined if it is not pressed. */
  heldFor(): number | undefined
}

/** Milliseconds for which the request must be visible and unchanged. Prevents swapping it in under a double click. */
export const armAfter = 800
/** Milliseconds for which Approve is held for a high-risk request. */
export const holdFor = 1500
/** Milliseconds for which a mouse must have moved in the frame before it presses, so that a person can notice the frame. */
export const trackFor = 400

/**
 * Creates the guard of Approve. The button is armed once the request has been visible and unchanged for 800 ms without a change of
 * focus. A press must be a trusted event, begin and end inside the button while it is armed, and last 1.5 s for high risk. A mouse
 * must have moved to the button within the frame.
 *
 * @example
 * import { createGuard } from './guard.ts'
 * const guard = createGuard({ proof: 'observed', isHighRisk: false, now: () => performance.now() })
 */
export function createGuard({
  proof,
  isHighRisk,
  isDriven = false,
  now,
}: {
  proof: GuardProof
  isHighRisk: boolean
  /** Whether WebDriver controls the browser, whose mouse moves in one step. Pages cannot set this. */
  isDriven?: boolean
  now: () => number
}): Guard {
  let isSeen = false
  /** A window cannot detect what covers it, so it must at least have the focus. */
  let hasFocus = proof === 'observed'
  let since = now()
  let press: { at: number; kind: 'pointer' | 'key' | 'assistive' } | undefined
  const trail = createPointerTrail({ now })

  const isArmed = () => isSeen && hasFocus && now() - since >= armAfter
  const restart = () => {
    since = now()
    press = undefined
  }
  const end = (kind: NonNullable<typeof press>['kind'], isValid: boolean) => {
    const ended = press
    press = undefined
    if (ended?.kind !== kind || !isValid || !isArmed()) return false
    return !isHighRisk || now() - ended.at >= holdFor
  }

  return {
    see(value) {
      if (value === isSeen) return
      isSeen = value
      restart()
    },
    focus() {
      // A new window may have been focused before its event arrives. What covers a window takes the focus from it first.
      if (proof === 'window' && hasFocus) return
      hasFocus = true
      // Pressing a button in a frame focuses the frame. With proof of visibility that is no reason to restart; in a window,
      // what covered it may just have been closed.
      if (proof === 'observed' && press?.kind === 'pointer') return
      restart()
    },
    blur() {
      if (proof === 'window') hasFocus = false
      restart()
    },
    restart,
    move(pointer) {
      if (pointer.kind === 'mouse' && trail.move(pointer) === 'jumped') restart()
      if (press?.kind === 'pointer' && !pointer.isInside) press = undefined
    },
    leave() {
      trail.leave()
      if (press?.kind === 'pointer') press = undefined
    },
    down(pointer) {
      press = undefined
      const hasArrived = trail.isOwn(pointer) && (isDriven || trail.trackedFor() >= trackFor)
      if (pointer.kind === 'mouse' && !hasArrived) {
        // The frame may have been moved under the pointer.
        trail.move(pointer)
        restart()
        return
      }
      if (!pointer.isTrusted || !pointer.isInside || !isArmed()) return
      press = { at: now(), kind: 'pointer' }
    },
    up: ({ isTrusted, isInside }) => end('pointer', isTrusted && isInside),
    keyDown({ isTrusted, isRepeat, isOnButton }) {
      if (isRepeat && press?.kind === 'key') return
      press = undefined
      // The visitor may be typing elsewhere while a page moves the focus here.
      if (!isArmed()) return restart()
      if (isTrusted && !isRepeat && isOnButton) press = { at: now(), kind: 'key' }
    },
    keyUp: ({ isTrusted, isOnButton }) => end('key', isTrusted && isOnButton),
    activate({ isTrusted }) {
      if (!isHighRisk) return isTrusted && isArmed()
      if (press?.kind === 'assistive') return end('assistive', isTrusted)
      if (isTrusted && isArmed()) press = { at: now(), kind: 'assistive' }
      return false
    },
    cancel() {
      press = undefined
    },
    isArmed,
    armsIn: () => (isSeen && hasFocus ? Math.max(0, armAfter - (now() - since)) : undefined),
    heldFor: () => (press ? now() - press.at : undefined),
  }
}
