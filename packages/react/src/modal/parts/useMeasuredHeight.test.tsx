// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useMeasuredHeight } from './useMeasuredHeight.ts'

let contentHeight: number
let resize: () => void

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => contentHeight)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Card() {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  useMeasuredHeight(outer, inner)
  return (
    <div data-card data-testid="card">
      <div ref={outer} data-testid="outer">
        <div ref={inner} data-testid="inner" />
      </div>
    </div>
  )
}

function renderCard(height: number, { isPainted = true } = {}) {
  contentHeight = height
  const { getByTestId } = render(<Card />)
  const outer = getByTestId('outer')
  // As browsers do before the first paint.
  if (isPainted) resize()
  return {
    outer,
    inner: getByTestId('inner'),
    resizeTo(next: number) {
      contentHeight = next
      resize()
    },
    press: (button = 0) =>
      getByTestId('card').dispatchEvent(new MouseEvent('pointerdown', { button, bubbles: true })),
    release: (type: 'pointerup' | 'pointercancel' = 'pointerup') => window.dispatchEvent(new Event(type)),
  }
}

describe('useMeasuredHeight', () => {
  test('behavior: waits for the first paint, before which the content may still grow', () => {
    const { outer, resizeTo } = renderCard(200, { isPainted: false })
    expect(outer.style.height).toBe('')
    resizeTo(250)
    expect([outer.style.height, outer.dataset.moving]).toEqual(['250px', undefined])
  })

  test('behavior: animates from one height to the next, but not to the first', () => {
    vi.useFakeTimers()
    const { outer, resizeTo } = renderCard(200)
    expect([outer.style.height, outer.dataset.moving]).toEqual(['200px', undefined])
    resizeTo(300)
    expect([outer.style.height, outer.dataset.moving]).toEqual(['300px', ''])
    vi.runAllTimers()
    expect(outer.dataset.moving).toBeUndefined()
  })

  test('behavior: a view with a kept height grows but does not shrink, and the next view shrinks again', () => {
    const { outer, inner, resizeTo } = renderCard(300)
    const height = () => outer.style.height
    inner.innerHTML = '<div data-keep></div>'
    resizeTo(200)
    expect(height()).toBe('200px')
    resizeTo(400)
    expect(height()).toBe('400px')
    resizeTo(250)
    expect(height()).toBe('400px')
    inner.innerHTML = '<div data-keep></div>'
    resizeTo(260)
    expect(height()).toBe('260px')
    inner.innerHTML = ''
    resizeTo(100)
    expect(height()).toBe('100px')
  })

  test('behavior: a view that is loading keeps the height of the previous one', () => {
    const { outer, inner, resizeTo } = renderCard(300)
    inner.innerHTML = '<div data-loading></div>'
    resizeTo(100)
    expect(outer.style.height).toBe('300px')
    inner.innerHTML = ''
    resizeTo(400)
    expect(outer.style.height).toBe('400px')
  })

  test.each(['pointerup', 'pointercancel'] as const)(
    'behavior: the height does not change between press and %s',
    (type) => {
      const { outer, resizeTo, press, release } = renderCard(200)
      press()
      resizeTo(300)
      expect(outer.style.height).toBe('200px')
      release(type)
      expect([outer.style.height, outer.dataset.moving]).toEqual(['300px', ''])
    },
  )

  test('behavior: a press pauses a running transition, and the release resumes it', () => {
    vi.useFakeTimers()
    const { outer, resizeTo, press, release } = renderCard(200)
    resizeTo(300)
    vi.spyOn(outer, 'getBoundingClientRect').mockReturnValue({ height: 240 } as DOMRect)
    press()
    expect([outer.style.height, outer.dataset.moving]).toEqual(['240px', ''])
    vi.advanceTimersByTime(1_000)
    expect(outer.dataset.moving).toBe('')
    release()
    expect([outer.style.height, outer.dataset.moving]).toEqual(['300px', ''])
    vi.runAllTimers()
    expect(outer.dataset.moving).toBeUndefined()
  })

  test('behavior: other mouse buttons do not hold the height', () => {
    const { outer, resizeTo, press } = renderCard(200)
    press(2)
    resizeTo(300)
    expect(outer.style.height).toBe('300px')
  })
})
