import { createGuard, type GuardPointer, type GuardProof } from './guard.ts'
import type { ObserveVisibility } from './observeVisibility.ts'

/**
 * Binds the guard to a drawn request. `data-armed` stands on the button while a press would count.
 *
 * @returns ends it
 */
export function watchApproval({
  summary,
  buttons,
  approve,
  isHighRisk,
  proof,
  observe,
  onApproved,
  isDriven = navigator.webdriver === true,
  now = () => performance.now(),
}: {
  summary: HTMLElement
  buttons: HTMLElement
  approve: HTMLElement
  isHighRisk: boolean
  proof: GuardProof
  observe: ObserveVisibility
  onApproved(): void
  isDriven?: boolean | undefined
  now?: (() => number) | undefined
}): () => void {
  const guard = createGuard({ proof, isHighRisk, isDriven, now })
  const ended = new AbortController()
  const { signal } = ended
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAssisted = false

  const draw = () => {
    clearTimeout(timer)
    const isArmed = guard.isArmed()
    approve.toggleAttribute('data-armed', isArmed)
    approve.setAttribute('aria-disabled', `${!isArmed}`)
    approve.toggleAttribute('data-holding', isArmed && guard.heldFor() !== undefined)
    const left = guard.armsIn()
    if (!isArmed && left !== undefined) timer = setTimeout(draw, left + 1)
  }
  /** Handles an event, and shows what came of it. */
  const on = <T extends Event>(target: EventTarget, type: string, handle: (event: T) => void) =>
    target.addEventListener(
      type,
      (event) => {
        handle(event as T)
        draw()
      },
      { signal, capture: true },
    )
  const finish = (isApproved: boolean) => {
    if (!isApproved || signal.aborted) return
    stop()
    onApproved()
  }
  const pointer = (event: PointerEvent): GuardPointer => ({
    clientX: event.clientX,
    clientY: event.clientY,
    screenX: event.screenX,
    screenY: event.screenY,
    isTrusted: event.isTrusted,
    isInside: isInside(approve, event),
    kind: event.pointerType === 'touch' ? 'touch' : 'mouse',
  })
  const key = (event: KeyboardEvent) => ({
    isTrusted: event.isTrusted,
    isRepeat: event.repeat,
    isOnButton: event.target === approve && (event.key === 'Enter' || event.key === ' '),
  })

  const observer = observe([summary, buttons], (isSeen) => {
    guard.see(isSeen)
    draw()
  })
  on<PointerEvent>(document, 'pointermove', (event) => guard.move(pointer(event)))
  on(document.documentElement, 'pointerleave', (event) => {
    if (event.target === document.documentElement) guard.leave()
  })
  on(document, 'pointercancel', () => guard.cancel())
  on<PointerEvent>(document, 'pointerdown', (event) => {
    isAssisted = isWithoutHand(event)
    if (isAssisted) return
    observer.flush()
    if (event.isPrimary !== false && event.button <= 0) guard.down(pointer(event))
    else guard.cancel()
  })
  on<PointerEvent>(document, 'pointerup', (event) => {
    if (isAssisted) return
    observer.flush()
    finish(guard.up(pointer(event)))
  })
  on<KeyboardEvent>(document, 'keydown', (event) => {
    const pressed = key(event)
    // A click that a key makes would look like one of assistive technology.
    if (pressed.isOnButton) event.preventDefault()
    guard.keyDown(pressed)
  })
  on<KeyboardEvent>(document, 'keyup', (event) => {
    const pressed = key(event)
    if (pressed.isOnButton) event.preventDefault()
    observer.flush()
    finish(guard.keyUp(pressed))
  })
  on<MouseEvent>(document, 'click', (event) => {
    // Some browsers make a click of it alone.
    if (!(isAssisted || event.detail === 0) || !isIn(approve, event)) return
    observer.flush()
    finish(guard.activate(event))
  })
  on(window, 'focus', (event) => {
    // Capturing hears of every element's focus too; only the document's counts.
    if (!(event.target instanceof Node)) guard.focus()
  })
  on(window, 'blur', (event) => {
    if (!(event.target instanceof Node)) guard.blur()
  })
  on(window, 'resize', () => guard.restart())
  on(document, 'toggle', () => guard.restart())

  const changed = () => {
    guard.restart()
    draw()
  }
  const mutations = new MutationObserver(changed)
  mutations.observe(summary, { subtree: true, childList: true, characterData: true, attributes: true })
  const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(changed)
  for (const part of [summary, buttons]) sizes?.observe(part)
  // A hold is drawn, but ends by itself only when the button is let go.
  if (proof === 'window' && document.hasFocus()) guard.focus()
  draw()

  function stop(): void {
    ended.abort()
    clearTimeout(timer)
    observer.stop()
    mutations.disconnect()
    sizes?.disconnect()
  }
  return stop
}

/**
 * Screen readers and the like press what they name, and browsers make a pointer's events of it: one that presses without any
 * pressure, as no mouse does. (Pointer Events: a button that is down has 0.5 where the hardware knows no better.)
 */
function isWithoutHand({ pointerType, pressure }: PointerEvent): boolean {
  return pressure === 0 && pointerType !== 'touch' && pointerType !== 'pen'
}

function isIn(button: HTMLElement, { target }: Event): boolean {
  return target instanceof Node && button.contains(target)
}

function isInside(button: HTMLElement, event: PointerEvent): boolean {
  if (!isIn(button, event)) return false
  const { clientX, clientY } = event
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
