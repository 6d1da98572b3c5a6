import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a reference for an element with a button that disappears once it has had its effect: the element takes the focus then, if
 * the button had it, so that what it says is read out and Tab goes on from there.
 */
export function useKeptFocus<Part extends HTMLElement>(hasButton: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const had = useRef(hasButton)
  useLayoutEffect(() => {
    const root = part.current?.getRootNode()
    const isLost =
      root instanceof ShadowRoot && !root.activeElement && document.activeElement === document.body
    if (had.current && !hasButton && isLost) part.current?.focus()
    had.current = hasButton
  }, [hasButton])
  return part
}
