import type { CaipNetworkId } from '@portico/protocol'
import { type ConvertQuote, type ConvertTransaction, coinSentinel } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { getAddress } from 'viem/utils'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { SwapCall, SwapOffer, SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import type { ProtectedProvider } from '../../chains/shared/providers/withCircuitBreakers.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { type CollectedOffer, collectOffers } from './collectOffers.ts'
import type { MarketPrice } from './createMarketPrice.ts'
import { readQuoteId, writeQuoteId } from './quoteIds.ts'
import { rankOffers } from './rankOffers.ts'
import { readGasPrices } from './readGasPrices.ts'
import type { SwapRequest } from './readSwapRequest.ts'
import { writeRouteCall } from './writeRouteCall.ts'

/** Quotes swaps, and writes their transactions. */
export type ConvertService = {
  /** Whether swaps are offered on a network. */
  serves(chain: CaipNetworkId): boolean
  /**
   * Returns the offers of all providers, the best first.
   *
   * @throws {Problem} `swap-no-route`, `swap-amount-too-small`, or `upstream-unavailable` if every provider failed
   */
  quote(request: SwapRequest & { gasPrice?: bigint | undefined }): Promise<ConvertQuote[]>
  /**
   * Writes the transaction of a swap: over the provider of the quote, or over the one that offers the most.
   *
   * @throws {Problem} `swap-quote-expired` if the quote has expired or the price is worse by now, `swap-unverified`, and those of
   * `quote`
   */
  build(
    request: SwapRequest & { quoteId?: string | undefined; minimum?: bigint | undefined },
  ): Promise<ConvertTransaction>
}

const quoteMs = 30_000
/** Longer than for quotes, because the visitor waits for just one provider. */
const buildMs = 8000
/** Seconds after which a transaction is no longer valid. */
const deadlineSeconds = 600n

/** Creates the service over its providers. */
export function createConvertService({
  providers,
  chains,
  marketPrice = async () => undefined,
  secret,
  log,
  now = Date.now,
}: {
  providers: readonly ProtectedProvider<SwapProvider>[]
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** Asked if no provider says what the price was before the swap. */
  marketPrice?: MarketPrice
  /** Signs the IDs of quotes. */
  secret: Buffer
  log: Log
  now?: () => number
}): ConvertService {
  const serves = (chain: CaipNetworkId): boolean => providers.some(({ provider }) => provider.serves(chain))

  async function collect(query: SwapRequest & { gasPrice?: bigint | undefined }): Promise<CollectedOffer[]> {
    const { offers, failures } = await collectOffers({ providers, query, log })
    const useful = offers.filter(({ offer }) => offer.amountOut > 0n)
    if (useful.length > 0) return rankOffers(useful)
    const problem = failures.find((failure) => failure instanceof Problem)
    if (problem) throw problem
    if (failures.length > 0 && offers.length === 0) throw new Problem('upstream-unavailable')
    throw new Problem('swap-no-route')
  }

  /** Asks one provider again, so that what is signed follows the present price. */
  async function offerOf(id: string, request: SwapRequest): Promise<CollectedOffer> {
    const found = providers.find(({ provider }) => provider.id === id && provider.serves(request.chain))
    if (!found) throw new Problem('swap-quote-expired')
    const query = { ...request, deadline: Date.now() + buildMs }
    const offer = await found.breaker(() => found.provider.quote(query))
    if (!offer) throw new Problem('swap-no-route')
    return { provider: found.provider, offer }
  }

  return {
    serves,
    async quote(request) {
      const ranked = await collect(request)
      const mid =
        ranked.find(({ offer }) => offer.mid !== undefined)?.offer.mid ??
        // Without it, the offer is still useful.
        (await marketPrice(request).catch(() => undefined))
      const expiresAt = now() + quoteMs
      return ranked.map(({ provider, offer }) => {
        const minimum = minimumOf(offer.amountOut, request.slippageBps)
        const quote = { provider: provider.id, swap: describe(request), minimum: `${minimum}`, expiresAt }
        return {
          id: writeQuoteId({ quote, secret }),
          provider: provider.id,
          fromAmount: `${request.amount}`,
          fromAccount: toCaip(request.chain, request.from),
          toAmount: `${offer.amountOut}`,
          toAccount: toCaip(request.chain, request.to),
          minAmount: `${minimum}`,
          priceImpact: impactOf(offer, mid),
          gas: `${offer.gas}`,
          spender: offer.spender ?? null,
          ...(offer.route ? { route: offer.route } : {}),
          expiresAt: new Date(expiresAt).toISOString(),
        }
      })
    },
    async build({ quoteId, minimum: named, ...request }) {
      const quoted = quoteId === undefined ? undefined : readQuoteId({ id: quoteId, secret })
      if (quoteId !== undefined && (!quoted || quoted.swap !== describe(request) || quoted.expiresAt < now()))
        throw new Problem('swap-quote-expired')
      const best = quoted ? await offerOf(quoted.provider, request) : (await collect(request))[0]
      if (!best) throw new Problem('swap-no-route')
      const { provider, offer } = best
      const minimum =
        named ?? (quoted ? BigInt(quoted.minimum) : minimumOf(offer.amountOut, request.slippageBps))
      if (offer.amountOut < minimum)
        throw new Problem('swap-quote-expired', { detail: 'The price is worse than the minimum by now.' })
      const call = await callOf({ provider, offer, request, minimum })
      const chain = chains.get(request.chain)
      // A quarter more than estimated, because prices, and with them ticks, move until it is mined.
      const gas = (offer.gas * 5n) / 4n
      return {
        tx: {
          from: request.account,
          to: call.to,
          data: call.data,
          amount: `${call.value}`,
          ...(chain ? { eip155: { gas: `${gas}`, gasPrice: (await readGasPrices(chain)).standard } } : {}),
        },
      }
    },
  }

  async function callOf({
    provider,
    offer,
    request,
    minimum,
  }: CollectedOffer & { request: SwapRequest; minimum: bigint }): Promise<SwapCall> {
    const deadline = BigInt(Math.floor(now() / 1000)) + deadlineSeconds
    // A maker's transaction comes from the maker, which signs it.
    if (offer.route && offer.route.kind !== 'maker')
      return writeRouteCall({ route: offer.route, request, minimum, deadline })
    const found = providers.find((one) => one.provider === provider)
    const { build } = provider
    if (!build || !found) throw new Problem('swap-unverified')
    return found.breaker(() => build({ ...request, minimum, deadline: Date.now() + buildMs }))
  }
}

function describe({ chain, account, from, to, amount }: SwapRequest): string {
  return [chain, account.toLowerCase(), from, to, amount].join(' ')
}

/** At least 1, because a transaction without a minimum is never right. */
function minimumOf(amountOut: bigint, slippageBps: number): bigint {
  const minimum = (amountOut * BigInt(10_000 - slippageBps)) / 10_000n
  return minimum > 0n ? minimum : 1n
}

/** How much less than at the price before, in percent with four decimal places. */
function impactOf({ amountOut, mid: own }: SwapOffer, others: bigint | undefined): number | null {
  const mid = own ?? others
  if (mid === undefined || mid === 0n) return null
  return Number(((mid - amountOut) * 1_000_000n) / mid) / 10_000
}

function toCaip(chain: CaipNetworkId, token: string): string {
  if (token === 'native') return `${chain}:${coinSentinel}`
  return `${chain}:${chain.startsWith('eip155:') ? getAddress(token) : token}`
}
