import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusLoaded } from '../dialogFocus.ts'

/**
 * Returns a reference for a part of a view that takes the place of a placeholder: when it appears, the focus moves to its first control, or
 * the marked one, unless the visitor has moved the focus meanwhile.
 */
export function useLoadedFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    if (part.current) focusLoaded(part.current)
  }, [])
  return part
}
