import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/**
 * A wallet that answers one method with the value given. Collections to try: `garbageAccounts`,
 * `garbageChainIds`, `garbageSignatures`.
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
