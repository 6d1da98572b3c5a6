import { afterEach, beforeEach, vi } from 'vitest'
import type { SurfaceView } from '../src/ui/Surface.ts'

/** Registers hooks that stop the clock and empty the page, and returns a surface that shows one view in the page. */
export function prepareSurface() {
  let shown: SurfaceView | undefined
  const surface = {
    /** The view that is shown. */
    get shown() {
      return shown
    },
    show(view: SurfaceView) {
      shown = view
      document.body.replaceChildren(view.element)
    },
    hide() {
      shown = undefined
      document.body.replaceChildren()
    },
  }
  beforeEach(() => void vi.useFakeTimers({ now: 1_795_000_000_000 }))
  afterEach(() => {
    surface.hide()
    vi.useRealTimers()
  })
  return surface
}

/** Returns the text of the status line. */
export const readStatus = () => document.querySelector('[role=status]')?.textContent

/** Returns the first button whose text matches. */
export const findButton = (name: RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) =>
    name.test(textContent ?? ''),
  ) as HTMLButtonElement
