import type { Dispatcher } from 'undici'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import { createSwapService } from './createSwapService.ts'
import { jupiterSwaps } from './jupiterSwaps.ts'
import { kyberClientId, kyberSwap } from './kyberSwap.ts'
import { oneInch } from './oneInch.ts'
import { type SwapRefusal, verifiedSwaps } from './verifiedSwaps.ts'

/** The providers that write swaps elsewhere. All are off unless the operator names them. */
export type ForeignSwapProvider = 'kyberswap' | '1inch' | 'jupiter'

/** The APIs of the providers. Not configurable: a key must not go to another host. */
const urls: Readonly<Record<ForeignSwapProvider, string>> = {
  kyberswap: 'https://aggregator-api.kyberswap.com',
  '1inch': 'https://api.1inch.com',
  jupiter: 'https://api.jup.ag',
}

/**
 * Creates the providers of swaps that others route and write, each behind the verification.
 *
 * @param parameters.keys of the providers that need one
 * @param parameters.at replaces the addresses of the APIs in tests
 */
export function createForeignSwaps({
  ids,
  keys,
  chains,
  dispatcher,
  onRefused,
  now,
  at = urls,
}: {
  ids: readonly ForeignSwapProvider[]
  keys: { '1inch'?: string | undefined; jupiter?: string | undefined }
  chains: ReadonlyMap<string, Chain>
  dispatcher: Dispatcher
  onRefused: (refusal: { provider: string; reason: SwapRefusal }) => void
  now?: () => number
  at?: Readonly<Record<ForeignSwapProvider, string>>
}): SwapProvider[] {
  const create: Readonly<Record<ForeignSwapProvider, () => SwapProvider>> = {
    kyberswap: () =>
      kyberSwap({
        service: createSwapService({
          url: at.kyberswap,
          headers: { 'x-client-id': kyberClientId },
          dispatcher,
        }),
        ...(now ? { now } : {}),
      }),
    '1inch': () =>
      oneInch({
        service: createSwapService({
          url: at['1inch'],
          headers: { authorization: `Bearer ${keys['1inch']}` },
          dispatcher,
        }),
      }),
    jupiter: () =>
      jupiterSwaps({
        service: createSwapService({
          url: at.jupiter,
          headers: { 'x-api-key': `${keys.jupiter}` },
          dispatcher,
        }),
      }),
  }
  return ids.map((id) => {
    const provider = create[id]()
    // The kit alone verifies what Jupiter returns: it is no transaction yet.
    if (id === 'jupiter') return provider
    return verifiedSwaps({ provider, chains, onRefused, ...(now ? { now } : {}) })
  })
}
