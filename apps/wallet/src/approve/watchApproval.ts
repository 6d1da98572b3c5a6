import { createGuard, type GuardPointer, type GuardProof } from './guard.ts'
import type { ObserveVisibility } from './observeVisibility.ts'

/**
 * Connects the guard to the events of a drawn request. The button has `data-armed` while a press would approve.
 *
 * @returns a function that stops watching
 */
export function watchApproval({
  summary,
  buttons,
  approve,
  isHighRisk,
  proof,
  observe,
  isValid = () => true,
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
  /** Whether what the visitor has typed can be approved. If not, it says so. */
  isValid?: (() => boolean) | undefined
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
  /** Handles an event, then updates the button. */
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
    if (!isApproved || signal.aborted || !isValid()) return
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
    isAssisted = isAssistive(event)
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
    // Prevent the click that a key press creates: it would look like one of assistive technology.
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
    // Some browsers dispatch only a click for assistive technology.
    if (!(isAssisted || event.detail === 0) || !isIn(approve, event)) return
    observer.flush()
    finish(guard.activate(event))
  })
  on(window, 'focus', (event) => {
    // With capture, focus events of elements arrive as well; only the window's counts.
    if (!(event.target instanceof Node)) guard.focus()
  })
  on(window, 'blur', (event) => {
    if (!(event.target instanceof Node)) guard.blur()
  })
  on(window, 'resize', () => guard.restart())
  on(document, 'toggle', () => guard.restart())
  // Another way to pay is something new to read. Not `change`: of a text field it comes only when Approve is pressed, and would undo that.
  on(document, 'input', () => guard.restart())

  const changed = () => {
    guard.restart()
    draw()
  }
  const mutations = new MutationObserver(changed)
  mutations.observe(summary, { subtree: true, childList: true, characterData: true, attributes: true })
  const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(changed)
  for (const part of [summary, buttons]) sizes?.observe(part)
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
 * Whether a pointer event comes from assistive technology: browsers dispatch it with a pressure of 0, while a pressed mouse button
 * has 0.5 (Pointer Events specification).
 */
function isAssistive({ pointerType, pressure }: PointerEvent): boolean {
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
