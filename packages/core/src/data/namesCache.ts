import * as z from 'zod/mini'
import type { Kit } from '../kit.ts'
import { cacheKeys } from './cacheKeys.ts'
import { lifetimes } from './lifetimes.ts'
import { storedCache } from './storedCache.ts'

/** Returns the stored cache of the names that accounts have at the gateway, by the address in lower case. */
export function namesCache(kit: Kit) {
  return storedCache({
    storage: kit.storage,
    name: cacheKeys.names,
    schema: z.array(z.string()),
    lifetime: lifetimes.names,
  })
}
