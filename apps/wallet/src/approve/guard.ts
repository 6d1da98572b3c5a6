import { createPointerTrail, type PointerSample } from './pointerTrail.ts'

/** How the wallet knows that the visitor sees what he approves: the browser proves it, or it is a window of our own. */
export type GuardProof = 'observed' | 'window'

export type GuardPointer = PointerSample & {
  isTrusted: boolean
  /** Whether it is over the button. */
  isInside: boolean
  kind: 'mouse' | 'touch'
}

export type GuardKey = { isTrusted: boolean; isRepeat: boolean; isOnButton: boolean }

/** Decides whether a press on Approve is one that a person meant. No DOM in it, and no clock of its own. */
export interface Guard {
  /** What the observer says: all that counts is visible as drawn, or something is not. */
  see(isSeen: boolean): void
  /** The document got the focus. */
  focus(): void
  /** The document lost the focus. */
  blur(): void
  /** Content, size or place changed: what was seen before counts no more. */
  restart(): void
  move(pointer: GuardPointer): void
  leave(): void
  down(pointer: GuardPointer): void
  /** True if this is the approval. */
  up(pointer: GuardPointer): boolean
  keyDown(key: GuardKey): void
  /** True if this is the approval. */
  keyUp(key: GuardKey): boolean
  /**
   * Assistive technology pressed the button itself, without pointer or key, and cannot hold it: what must be held is pressed
   * twice, as far apart. True if this is the approval.
   */
  activate(event: { isTrusted: boolean }): boolean
  /** The press, if there is one, ends without meaning anything. */
  cancel(): void
  isArmed(): boolean
  /** Milliseconds until it is armed if nothing happens; undefined while it cannot be. */
  armsIn(): number | undefined
  /** For how long the button has been held; undefined while it is not. */
  heldFor(): number | undefined
}

/** Milliseconds that everything must have been seen, unchanged. Stops what is swapped in under a second click. */
export const armAfter = 800
/** Milliseconds that high risk is held. */
export const holdFor = 1500
/** Milliseconds that a mouse must have been heard here before it presses: longer than it takes to see what came under it. */
export const hearFor = 400

/**
 * The arming of Approve. It is armed once everything has been visible and unchanged for 800 ms with the focus where it
 * was. A press must be made by the browser and not by a script, begin and end inside the button while armed, and, for high
 * risk, last 1.5 s. A mouse must have come by hand: what the browser's driver does comes in one step.
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
  /** A program drives the browser (WebDriver), and no hand that could be deceived. No page can make a browser say so. */
  isDriven?: boolean
  now: () => number
}): Guard {
  let isSeen = false
  /** A window proves nothing about what lies over it, so it must at least have the focus. */
  let hasFocus = proof === 'observed'
  let since = now()
  let press: { at: number; kind: 'pointer' | 'key' | 'assistive' } | undefined
  const trail = createPointerTrail({ now })

  const isArmed = () => isSeen && hasFocus && now() - since >= armAfter
  const restart = () => {
    since = now()
    press = undefined
  }
  const end = (kind: NonNullable<typeof press>['kind'], isMeant: boolean) => {
    const begun = press
    press = undefined
    if (begun?.kind !== kind || !isMeant || !isArmed()) return false
    return !isHighRisk || now() - begun.at >= holdFor
  }

  return {
    see(value) {
      if (value === isSeen) return
      isSeen = value
      restart()
    },
    focus() {
      hasFocus = true
      // Pressing a button in a frame gives it the focus. The browser has proven that the button was seen all along, so
      // this focus is not one that somebody moved here; in a window there is no such proof.
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
      const isHeard = trail.isOwn(pointer) && (isDriven || trail.heardFor() >= hearFor)
      if (pointer.kind === 'mouse' && !isHeard) {
        // The button came to the pointer, as far as anybody knows.
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
      // Somebody is typing, and the focus may have been put here meanwhile.
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
