import { tokenBalance } from '@portico/protocol/gateway'
import type { KeyValueStorage } from '../storage/storage.ts'
import { cacheKeys } from './cacheKeys.ts'
import { lifetimes } from './lifetimes.ts'
import { storedCache } from './storedCache.ts'

/** Returns the stored cache of the balance shown by the account button. */
export function nativeBalanceCache(storage: KeyValueStorage) {
  return storedCache({
    storage,
    name: cacheKeys.nativeBalance,
    schema: tokenBalance,
    lifetime: lifetimes.portfolio,
  })
}
