import { type SocialProvider, socialProvider } from '@portico/protocol/social'
import type { Kit } from '../kit.ts'
import { loginStorageKeys } from './loginStorage.ts'

/** Returns the provider to which the tab has gone for a login that comes back to this page, once; undefined if there is none. */
export function takeSocialProvider({ storage }: Kit): SocialProvider | undefined {
  const stored = storage.getItem(loginStorageKeys.leftFor)
  storage.removeItem(loginStorageKeys.leftFor)
  return socialProvider.safeParse(stored).data
}
