import type { Kit } from './kit.ts'

let defaultKit: Kit | undefined

/**
 * Returns the kit of the page's `createAppKit`, for hooks of chain packages, which take no kit. Undefined before
 * `createAppKit` was called.
 */
export function getDefaultKit(): Kit | undefined {
  return defaultKit
}

/** Sets what {@link getDefaultKit} returns. */
export function setDefaultKit(kit: Kit | undefined): void {
  defaultKit = kit
}
