import type { AppKit } from '@portico/react'
import { getDefaultAppKit, setDefaultAppKit } from '@portico/react/internal'
import { redrawElements } from './redrawElements.ts'

/**
 * Returns the instance to which the elements belong: the newest, or the one that was passed to this function last.
 * Undefined before `createAppKit` was called.
 *
 * @param appKit the elements belong to it from now on
 * @example
 * import { getAppKit } from '@portico/elements'
 *
 * await getAppKit()?.open({ view: 'Networks' })
 */
export function getAppKit(appKit?: AppKit): AppKit | undefined {
  const earlier = getDefaultAppKit()
  if (appKit && appKit !== earlier) {
    setDefaultAppKit(appKit)
    redrawElements(earlier)
  }
  return getDefaultAppKit()
}
