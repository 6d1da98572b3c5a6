import { coinSentinel, isAgreedSwap, readSwap, rehearseSwap } from '@portico/protocol/swaps'
import { BoundedMap } from '@portico/server'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { SwapCall, SwapProvider, SwapQuery } from '../../chains/shared/providers/SwapProvider.ts'
import { Problem } from '../../infra/http/Problem.ts'

/** Why a provider's transaction was not passed on. */
export type SwapRefusal =
  /** It is not a swap that can be read, or another one than was asked for. */
  | 'unreadable'
  | 'disagrees'
  /** The node could not try it. */
  | 'not-rehearsed'
  | 'fails'
  /** It would return less than the minimum, or take more than the amount. */
  | 'short'

/** How long a provider is not asked about a network after it returned a transaction that was refused. */
const pauseMs = 10 * 60_000
const maxPauses = 1000

/**
 * Adds to a provider of foreign transactions that each one is read and tried before it is passed on. The page does the same again,
 * because it does not trust the gateway; here, bad ones are noticed and counted.
 *
 * @param parameters.onRefused is called for each transaction that was dropped
 */
export function verifiedSwaps({
  provider,
  chains,
  onRefused,
  now = Date.now,
}: {
  provider: SwapProvider
  chains: ReadonlyMap<string, Chain>
  onRefused: (refusal: { provider: string; reason: SwapRefusal }) => void
  now?: () => number
}): SwapProvider {
  const pauses = new BoundedMap<string, number>({ max: maxPauses })
  const isPaused = (chain: string) => (pauses.get(chain) ?? 0) > now()
  const { build } = provider
  if (!build) return provider

  return {
    ...provider,
    serves: (chain) => provider.serves(chain) && chains.has(chain) && !isPaused(chain),
    async build(query) {
      const call = await build(query)
      const reason = await findRefusal({ query, call, chain: chains.get(query.chain) })
      if (!reason) return call
      onRefused({ provider: provider.id, reason })
      // A node that cannot try transactions, or a price that has moved, is not the provider's fault.
      if (reason === 'unreadable' || reason === 'disagrees') pauses.set(query.chain, now() + pauseMs)
      throw new Problem('swap-unverified', {
        detail: `The transaction of ${provider.id} was refused: ${reason}.`,
      })
    },
  }
}

async function findRefusal({
  query: { account, from, to, amount, minimum, deadline },
  call,
  chain,
}: {
  query: SwapQuery & { minimum: bigint }
  call: SwapCall
  chain: Chain | undefined
}): Promise<SwapRefusal | undefined> {
  if (!chain) return 'not-rehearsed'
  const { data } = call
  const terms = readSwap({ chainId: chain.id, account, ...call })
  if (!terms) return 'unreadable'
  const agreed = {
    account,
    tokenIn: from === 'native' ? coinSentinel : from,
    tokenOut: to === 'native' ? coinSentinel : to,
    amountIn: amount,
    minimumOut: minimum,
  }
  if (!isAgreedSwap(terms, agreed)) return 'disagrees'
  const result = await rehearseSwap({
    account: account.toLowerCase(),
    call: { ...call, data: data as `0x${string}` },
    terms,
    request: (request) => chain.request(request, { deadline }),
  })
  if (!result) return 'not-rehearsed'
  if (result === 'fails') return 'fails'
  return result.receives < minimum || result.spends > amount ? 'short' : undefined
}
