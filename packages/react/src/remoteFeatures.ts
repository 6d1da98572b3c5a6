import type { Features } from '@portico/core'

/** The features with the names that AppKit's remote configuration uses. `activity` is `history`. */
export interface RemoteFeatures {
  email: boolean
  socials: readonly string[] | false
  activity: boolean
  multiWallet: boolean
  headless: boolean
}

/** Returns the features with their remote names. */
export function toRemoteFeatures({
  email,
  socials,
  history,
  multiWallet,
  headless,
}: Features): RemoteFeatures {
  return { email, socials, activity: history, multiWallet, headless }
}
