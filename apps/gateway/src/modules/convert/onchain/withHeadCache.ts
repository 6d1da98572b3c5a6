import type { CaipNetworkId } from '@portico/protocol'
import { BoundedMap } from '@portico/server'
import type { HeadFollower } from '../../../chains/evm/heads/createHeadFollower.ts'
import type { Chain } from '../../../chains/shared/Chain.ts'
import type { SwapOffer, SwapProvider } from '../../../chains/shared/providers/SwapProvider.ts'

/** Offers of one block. Anyone may ask for any amount, so that there must be a limit. */
const maxOffers = 1000
/** Whoever may wait this much longer than the first one asks again if that one fails. */
const muchLongerMs = 1000

type Entry = { offer: Promise<SwapOffer | undefined>; deadline: number }

/**
 * Answers equal queries about the same block with the same offer, also while the provider is still being asked. Only for
 * providers whose offers follow from the state of the chain alone: account and slippage make no difference to them.
 *
 * @param follower without a known block, as on development chains, every query is passed on
 */
export function withHeadCache({
  provider,
  chains,
  follower,
}: {
  provider: SwapProvider
  chains: ReadonlyMap<CaipNetworkId, Chain>
  follower: Pick<HeadFollower, 'current'>
}): SwapProvider {
  /** By network: the offers of its newest block. */
  const blocks = new Map<CaipNetworkId, { hash: string; offers: BoundedMap<string, Entry> }>()

  function offersAt(chain: CaipNetworkId, hash: string): BoundedMap<string, Entry> {
    const known = blocks.get(chain)
    if (known?.hash === hash) return known.offers
    const offers = new BoundedMap<string, Entry>({ max: maxOffers })
    blocks.set(chain, { hash, offers })
    return offers
  }

  return {
    ...provider,
    async quote(query) {
      const chain = chains.get(query.chain)
      const head = chain && follower.current(chain)
      if (!head) return provider.quote(query)
      const offers = offersAt(query.chain, head.hash)
      const { from, to, amount, gasPrice, deadline } = query
      const key = [from, to, amount, gasPrice].join(' ')
      const known = offers.get(key)
      if (known)
        return known.offer.catch((error) => {
          if (deadline - known.deadline < muchLongerMs) throw error
          return provider.quote(query)
        })
      const entry = { offer: provider.quote(query), deadline }
      offers.set(key, entry)
      entry.offer.catch(() => {
        if (offers.get(key) === entry) offers.delete(key)
      })
      return entry.offer
    },
  }
}
