import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/**
 * Creates a wallet that returns the given value for one method. See `garbageAccounts`, `garbageChainIds` and
 * `garbageSignatures` for values.
 *
 * @example
 * import { answersGarbage, garbageAccounts } from '@portico/testkit/hostile'
 * for (const answer of Object.values(garbageAccounts)) {
 *   answersGarbage({ method: 'eth_requestAccounts', answer }).announce()
 * }
 */
export function answersGarbage({
  method,
  answer,
  options,
}: {
  method: string
  answer: unknown
  options?: HostileOptions | undefined
}): HostileWallet {
  return hostileWallet({
    options,
    request: async (request, next) => (request.method === method ? answer : next(request)),
  })
}
