import { loginStorageKeys } from '@portico/core/internal'
import { createPrefixedStorage } from './createPrefixedStorage.ts'

/** What the embedded wallet stores on the page's origin. */
export const embeddedStorage = createPrefixedStorage('@portico/embedded:')

/**
 * Returns whether the embedded wallet was used on this origin and not logged out, or the tab has gone to the provider of a
 * social login.
 */
export function isUsed(): boolean {
  try {
    return [loginStorageKeys.isUsed, loginStorageKeys.leftFor].some((key) => embeddedStorage.getItem(key))
  } catch {
    return false
  }
}
