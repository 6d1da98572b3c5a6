import type { AppKit } from '@portico/react'
import { loadUpdateElements } from '@portico/react/internal'

/** Draws the elements that are in the page anew, with the instance that is the default one now. */
export function redrawElements(earlier: AppKit | undefined): void {
  if (!earlier) return
  loadUpdateElements().then(
    (updateElements) => updateElements(),
    // The file could not be loaded, so no element is drawn yet.
    () => {},
  )
}
