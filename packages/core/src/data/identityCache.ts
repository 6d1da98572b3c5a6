import { identityResponse } from '@portico/protocol/gateway'
import type { Kit } from '../kit.ts'
import { cacheKeys } from './cacheKeys.ts'
import { lifetimes } from './lifetimes.ts'
import { storedCache } from './storedCache.ts'

/** Returns the stored cache of account names and avatars, by the address in lower case. */
export function identityCache(kit: Kit) {
  return storedCache({
    storage: kit.storage,
    name: cacheKeys.identity,
    schema: identityResponse,
    lifetime: lifetimes.identity,
  })
}
