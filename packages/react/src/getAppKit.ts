import type { AppKit } from './appKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from './defaultKit.ts'

/**
 * Makes an instance the one that hooks, buttons and elements use, and returns it; without an argument, returns the one they
 * use. `createAppKit` does so with the first instance.
 *
 * @example
 * import { createAppKit, getAppKit } from '@portico/react'
 * getAppKit(createAppKit(options))
 */
export function getAppKit(appKit?: AppKit): AppKit | undefined {
  if (appKit) setDefaultAppKit(appKit)
  return getDefaultAppKit()
}
