import { describe, expect, test } from 'vitest'
import { armAfter, createGuard, type GuardPointer, type GuardProof, holdFor, trackFor } from './guard.ts'

function create({ proof = 'observed' as GuardProof, isHighRisk = false, isDriven = false } = {}) {
  let time = 10_000
  const guard = createGuard({ proof, isHighRisk, isDriven, now: () => time })
  const at = (x: number, y: number, frame = 100, more: Partial<GuardPointer> = {}): GuardPointer => ({
    clientX: x,
    clientY: y,
    screenX: x + frame,
    screenY: y + frame,
    isTrusted: true,
    isInside: true,
    kind: 'mouse',
    ...more,
  })
  /** Moves the pointer to the button as a person would. */
  const come = (more: Partial<GuardPointer> = {}) => {
    guard.move(at(20, 20, 100, { ...more, isInside: false }))
    time += trackFor
    guard.move(at(50, 50, 100, more))
  }
  return {
    guard,
    at,
    wait: (milliseconds: number) => {
      time += milliseconds
    },
    come,
    /** Moves the pointer to the button as a person would, and presses. */
    press(more: Partial<GuardPointer> = {}, held = 50) {
      come(more)
      guard.down(at(50, 50, 100, more))
      time += held
      return guard.up(at(50, 50, 100, more))
    },
  }
}

/** Creates an armed guard. */
function armed(options: Parameters<typeof create>[0] = {}) {
  const made = create(options)
  made.guard.see(true)
  made.guard.focus()
  made.wait(armAfter)
  expect(made.guard.isArmed()).toBe(true)
  return made
}
const key = { isTrusted: true, isRepeat: false, isOnButton: true }

describe('createGuard', () => {
  test('behavior: armed 800 ms after everything is visible; a press then approves', () => {
    const { guard, wait, press } = create()
    expect(guard.armsIn()).toBeUndefined()
    guard.see(true)
    expect(guard.armsIn()).toBe(armAfter)
    wait(armAfter - 1)
    expect(guard.isArmed()).toBe(false)
    wait(1)
    expect(guard.isArmed()).toBe(true)
    expect(press()).toBe(true)
  })

  test('error: a press that begins before it is armed, however long', () => {
    const { guard, wait, press } = create()
    guard.see(true)
    wait(armAfter - trackFor - 100)
    expect(press({}, 5000)).toBe(false)
  })

  test.each(['see', 'restart', 'focus', 'blur'] as const)(
    'behavior: %s restarts the arming delay',
    (event) => {
      const { guard, wait, press } = armed()
      if (event === 'see') {
        guard.see(false)
        expect(guard.isArmed()).toBe(false)
        guard.see(true)
      } else guard[event]()
      expect(press()).toBe(false)
      wait(armAfter)
      expect(press()).toBe(true)
    },
  )

  test('error: a change between pointer down and pointer up', () => {
    for (const change of ['restart', 'cover', 'cancel', 'leave', 'outside'] as const) {
      const { guard, at, come } = armed()
      come()
      guard.down(at(50, 50))
      if (change === 'restart') guard.restart()
      if (change === 'cover') guard.see(false)
      if (change === 'cancel') guard.cancel()
      if (change === 'leave') guard.leave()
      if (change === 'outside') guard.move(at(50, 300, 100, { isInside: false }))
      expect([change, guard.up(at(50, 50))]).toEqual([change, false])
    }
  })

  test('error: a press by a script', () => {
    expect(armed().press({ isTrusted: false })).toBe(false)
    const { guard, at } = armed()
    expect(guard.up(at(50, 50))).toBe(false)
  })

  test('error: pointer down elsewhere and up on the button, and the reverse', () => {
    const { guard, at, come } = armed()
    come()
    guard.down(at(50, 50, 100, { isInside: false }))
    expect(guard.up(at(50, 50))).toBe(false)
    guard.down(at(50, 50))
    expect(guard.up(at(50, 90, 100, { isInside: false }))).toBe(false)
  })

  test('behavior: the focus event of a press does not cancel it', () => {
    const { guard, at, come } = armed()
    come()
    guard.down(at(50, 50))
    guard.focus()
    expect(guard.up(at(50, 50))).toBe(true)
  })

  test('error: in a window, a press that brings the focus does not count, as a cover may just have been closed', () => {
    const { guard, at, wait, come, press } = armed({ proof: 'window' })
    guard.blur()
    wait(5000)
    expect(guard.armsIn()).toBeUndefined()
    come()
    guard.down(at(50, 50))
    guard.focus()
    expect(guard.up(at(50, 50))).toBe(false)
    wait(armAfter)
    expect(press()).toBe(true)
  })

  test('behavior: in a window, a focus event that reports nothing new does not cancel a press', () => {
    const { guard, at, come } = armed({ proof: 'window' })
    come()
    guard.down(at(50, 50))
    // Some browsers report the focus of a new window late, when it has long been drawn with it.
    guard.focus()
    expect(guard.up(at(50, 50))).toBe(true)
  })

  test('error: a high-risk request must be held for 1.5 seconds', () => {
    expect(armed({ isHighRisk: true }).press({}, holdFor - 1)).toBe(false)
    expect(armed({ isHighRisk: true }).press({}, holdFor)).toBe(true)
    const { guard, wait } = armed({ isHighRisk: true })
    guard.keyDown(key)
    wait(holdFor - 1)
    guard.keyDown({ ...key, isRepeat: true })
    expect(guard.heldFor()).toBe(holdFor - 1)
    expect(guard.keyUp(key)).toBe(false)
  })

  test('behavior: a key press approves if it begins on the armed button', () => {
    const { guard, wait } = armed()
    guard.keyDown(key)
    wait(30)
    expect(guard.keyUp(key)).toBe(true)
    guard.keyDown({ ...key, isOnButton: false })
    expect(guard.keyUp(key)).toBe(false)
    guard.keyDown({ ...key, isTrusted: false })
    expect(guard.keyUp(key)).toBe(false)
    guard.keyDown({ ...key, isRepeat: true })
    expect(guard.keyUp(key)).toBe(false)
  })

  test('error: typing while the focus is moved here never arms it', () => {
    const { guard, wait } = create()
    guard.see(true)
    guard.focus()
    for (let count = 0; count < 30; count++) {
      wait(300)
      guard.keyDown(key)
      expect(guard.keyUp(key)).toBe(false)
    }
  })

  test('error: a frame moved under a resting pointer', () => {
    for (const hasMoveEvent of [false, true]) {
      const { guard, at, wait } = armed()
      // The pointer was in the frame once, or never; then the frame moves by 300 px.
      guard.move(at(20, 20))
      guard.move(at(50, 50))
      wait(1000)
      const under = at(250, 250, -100)
      if (hasMoveEvent) guard.move(under)
      guard.down(under)
      expect(guard.up(under)).toBe(false)
      wait(100)
      guard.down(under)
      expect(guard.up(under)).toBe(false)
    }
    const { guard, at, wait } = armed()
    guard.down(at(50, 50))
    expect(guard.up(at(50, 50))).toBe(false)
    wait(armAfter)
    guard.leave()
    guard.down(at(50, 50))
    expect(guard.up(at(50, 50))).toBe(false)
  })

  test('error: a frame moved under a moving pointer, and pressed before it could be noticed', () => {
    for (const moves of [1, 2, 20]) {
      const { guard, at, wait, press } = armed()
      for (let count = 0; count < moves; count++) {
        guard.move(at(50 + (count % 2), 50))
        wait((trackFor - 10) / moves)
      }
      guard.down(at(50, 50))
      wait(50)
      expect([moves, guard.up(at(50, 50))]).toEqual([moves, false])
      // The arming delay starts again.
      expect(guard.isArmed()).toBe(false)
      wait(armAfter)
      expect(press()).toBe(true)
    }
  })

  test('error: a frame that moves along with the pointer', () => {
    const { guard, at, wait } = armed()
    for (let step = 0; step < 50; step++) {
      guard.move(at(50, 50, 100 + 10 * step))
      wait(50)
    }
    guard.down(at(50, 50, 600))
    expect(guard.up(at(50, 50, 600))).toBe(false)
  })

  test('behavior: WebDriver may move and press in one step', () => {
    const { guard, at } = armed({ isDriven: true })
    guard.down(at(50, 50))
    expect(guard.up(at(50, 50))).toBe(false)
    const driven = armed({ isDriven: true })
    driven.guard.move(at(50, 50))
    driven.guard.down(at(50, 50))
    expect(driven.guard.up(at(50, 50))).toBe(true)
  })

  test('behavior: assistive technology can press the armed button', () => {
    const { guard, wait } = create()
    guard.see(true)
    expect(guard.activate({ isTrusted: true })).toBe(false)
    wait(armAfter)
    expect(guard.activate({ isTrusted: false })).toBe(false)
    expect(guard.activate({ isTrusted: true })).toBe(true)
  })

  test('behavior: for high risk, assistive technology presses twice, 1.5 seconds apart', () => {
    const { guard, wait } = armed({ isHighRisk: true })
    expect(guard.activate({ isTrusted: true })).toBe(false)
    expect(guard.heldFor()).toBe(0)
    wait(holdFor - 1)
    // Too soon: the next press counts as the first.
    expect(guard.activate({ isTrusted: true })).toBe(false)
    wait(holdFor)
    expect(guard.activate({ isTrusted: true })).toBe(false)
    wait(holdFor)
    expect(guard.activate({ isTrusted: false })).toBe(false)
    expect(guard.activate({ isTrusted: true })).toBe(false)
    wait(holdFor)
    expect(guard.activate({ isTrusted: true })).toBe(true)
    const changed = armed({ isHighRisk: true })
    changed.guard.activate({ isTrusted: true })
    changed.guard.restart()
    changed.wait(holdFor)
    expect(changed.guard.activate({ isTrusted: true })).toBe(false)
  })

  test('behavior: a zoomed page does not count as a moving frame', () => {
    for (const zoom of [0.25, 0.5, 1, 1.5, 5]) {
      const { guard, wait } = armed()
      const zoomed = (x: number) => ({
        clientX: x,
        clientY: x,
        screenX: x * zoom,
        screenY: x * zoom,
        isTrusted: true,
        isInside: true,
        kind: 'mouse' as const,
      })
      for (const x of [20, 40, 70, 71]) {
        guard.move(zoomed(x))
        wait(trackFor / 3)
      }
      guard.down(zoomed(71))
      expect([zoom, guard.up(zoomed(71))]).toEqual([zoom, true])
    }
  })

  test('behavior: a touch needs no earlier movement', () => {
    const { guard, at } = armed()
    guard.down(at(50, 50, 100, { kind: 'touch' }))
    expect(guard.up(at(50, 50, 100, { kind: 'touch' }))).toBe(true)
  })
})
