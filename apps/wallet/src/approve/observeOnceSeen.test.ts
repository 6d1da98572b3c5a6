// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { observeOnceSeen } from './observeOnceSeen.ts'

let scroll: (entries: { target: Element; bottom: number; isIntersecting?: boolean }[]) => void

/** A window of 300 px above its foot, which is scrolled by `scroll`. */
class Observer {
  constructor(take: (entries: unknown[]) => void) {
    scroll = (entries) =>
      take(
        entries.map(({ target, bottom, isIntersecting = true }) => ({
          target,
          isIntersecting,
          boundingClientRect: { bottom },
          rootBounds: { bottom: 300 },
        })),
      )
  }
  observe() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
})

const [first, second] = [document.createElement('p'), document.createElement('p')]

function observe(...required: Element[]) {
  const visible: boolean[] = []
  const seen: boolean[] = []
  const observer = observeOnceSeen({ required, foot: document.createElement('div') }, (isSeen) =>
    seen.push(isSeen),
  )([], (isVisible) => visible.push(isVisible))
  return { observer, visible, seen }
}

describe('observeOnceSeen', () => {
  test('behavior: nothing is visible until each warning has been in view, and then all stays so', () => {
    const { visible, seen } = observe(first, second)
    expect(visible.at(-1)).toBe(false)
    scroll([
      { target: first, bottom: 120 },
      { target: second, bottom: 340 },
    ])
    expect([visible.at(-1), seen.at(-1)]).toEqual([false, false])
    scroll([{ target: second, bottom: 290 }])
    expect([visible.at(-1), seen.at(-1)]).toEqual([true, true])
    scroll([{ target: first, bottom: -20, isIntersecting: false }])
    expect([visible.at(-1), seen.at(-1)]).toEqual([true, true])
  })

  test('error: a warning that is scrolled past the window or has only its beginning in view does not count', () => {
    const { visible } = observe(first)
    scroll([{ target: first, bottom: -20, isIntersecting: false }])
    scroll([{ target: first, bottom: 400 }])
    expect(visible.at(-1)).toBe(false)
  })

  test('behavior: without warnings it is visible while the document is', () => {
    const { observer, visible } = observe()
    expect(visible.at(-1)).toBe(true)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    observer.flush()
    expect(visible.at(-1)).toBe(false)
    vi.restoreAllMocks()
  })
})
