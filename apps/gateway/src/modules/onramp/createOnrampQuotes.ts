import { BoundedMap, type Log } from '@portico/server'
import { Problem } from '../../infra/http/Problem.ts'
import type {
  OnrampAsset,
  OnrampOffer,
  OnrampOptions,
  OnrampPlace,
  OnrampProvider,
} from '../../sources/onramp/OnrampProvider.ts'
import { toUnits } from '../../sources/onramp/toUnits.ts'
import type { OnrampCatalogue, OnrampOffering } from './createOnrampCatalogue.ts'
import { type AssetWish, findAsset } from './findAsset.ts'

/** What a visitor wants to pay for. `amount` is a decimal text. */
export type OnrampWish = OnrampPlace & {
  asset: AssetWish
  fiat: string
  amount: string
  method: string | undefined
}

/** What one provider offers. */
export type OnrampQuoted = { provider: OnrampProvider; asset: OnrampAsset; offer: OnrampOffer }

export type OnrampQuotes = {
  /**
   * Returns the offers of the providers that quote, the largest amount first.
   *
   * @throws {Problem} `onramp-country`, `onramp-limits`, `onramp-unavailable`, or `invalid-request` if nobody sells the asset for the
   * currency.
   */
  list(query: OnrampWish & { exclude: ReadonlySet<string> }): Promise<OnrampQuoted[]>
  /** Returns the offer of one provider; undefined if it makes none. Throws as `list`. */
  get(
    query: OnrampWish & { provider: OnrampProvider; via: string | undefined },
  ): Promise<{ asset: OnrampAsset; offer: OnrampOffer | undefined }>
}

const ttlMs = 15_000
const maxCached = 2000
const timeoutMs = 5000

/** Creates the service of quotes, which are kept for 15 seconds. */
export function createOnrampQuotes({
  catalogue,
  log,
  now,
}: {
  catalogue: OnrampCatalogue
  log: Log
  now: () => number
}): OnrampQuotes {
  const kept = new BoundedMap<string, { until: number; offers: Promise<OnrampOffer[]> }>({ max: maxCached })

  function ask(provider: OnrampProvider, asset: OnrampAsset, wish: OnrampWish): Promise<OnrampOffer[]> {
    const { country, subdivision, fiat, amount, method } = wish
    const key = JSON.stringify([
      provider.id,
      asset.code,
      asset.chain,
      country,
      subdivision,
      fiat,
      amount,
      method,
    ])
    const existing = kept.get(key)
    if (existing && existing.until > now()) return existing.offers
    const offers = provider
      .quote({ country, subdivision, fiat, amount, method, asset, deadline: Date.now() + timeoutMs })
      // Nobody gives something for nothing, and a fee cannot exceed what is paid.
      .then((offers) =>
        offers.filter(
          ({ receives, totalFee }) => toUnits(receives) > 0n && toUnits(totalFee) <= toUnits(amount),
        ),
      )
    kept.delete(key)
    kept.set(key, { until: now() + ttlMs, offers })
    offers.catch(() => kept.delete(key))
    return offers
  }

  return {
    async list({ exclude, ...wish }) {
      const { country, subdivision } = wish
      const offerings = await catalogue.list({ country, subdivision })
      const { fitting, problem } = selectOfferings(offerings, wish)
      const asked = fitting.filter(({ provider }) => provider.quotes && !exclude.has(provider.id))
      if (fitting.length === 0 && problem) throw problem
      const results = await Promise.allSettled(asked.map(({ provider, asset }) => ask(provider, asset, wish)))
      const quoted = results.flatMap((result, index) => {
        const { provider, asset } = asked[index] as Fitting
        if (result.status === 'fulfilled') return result.value.map((offer) => ({ provider, asset, offer }))
        log.warn({ upstream: provider.id, error: result.reason }, 'an onramp provider did not quote')
        return []
      })
      if (asked.length > 0 && results.every(({ status }) => status === 'rejected'))
        throw new Problem('onramp-unavailable')
      return quoted
        .filter(
          ({ provider, offer }) => !exclude.has(offer.via ? `${provider.id}:${offer.via.id}` : provider.id),
        )
        .toSorted((a, b) => compare(toUnits(b.offer.receives), toUnits(a.offer.receives)))
    },
    async get({ provider, via, ...wish }) {
      const { country, subdivision } = wish
      const options = await catalogue.get({ provider, country, subdivision })
      const { fitting, problem } = selectOfferings([{ provider, options }], wish)
      const [found] = fitting
      if (!found) throw problem
      const { asset } = found
      if (!provider.quotes) return { asset, offer: undefined }
      try {
        const offers = await ask(provider, asset, wish)
        return { asset, offer: offers.find((offer) => via === undefined || offer.via?.id === via) }
      } catch (cause) {
        throw new Problem('onramp-unavailable', { cause })
      }
    },
  }
}

type Fitting = { provider: OnrampProvider; asset: OnrampAsset }

/** Returns the providers that sell the asset for this amount of the currency, and why the first of the others does not. */
function selectOfferings(
  offerings: readonly OnrampOffering[],
  { asset: wanted, fiat, amount, method }: OnrampWish,
): { fitting: Fitting[]; problem: Problem | undefined } {
  const fitting: Fitting[] = []
  let limits: Problem | undefined
  for (const { provider, options } of offerings) {
    const asset = findAsset(options.assets, wanted)
    const limit = asset && limitOf(options, fiat, method)
    if (!asset || !limit) continue
    const units = toUnits(amount)
    if (limit === 'none' || (units >= limit.min && units <= limit.max)) fitting.push({ provider, asset })
    else
      limits ??= new Problem('onramp-limits', {
        detail: `${provider.name} sells for ${limit.text} ${fiat}.`,
        errors: [{ pointer: '/sourceAmount', detail: `Must be ${limit.text}.` }],
      })
  }
  return {
    fitting,
    problem:
      limits ??
      new Problem('invalid-request', {
        detail: `Nobody sells ${wanted.symbol.slice(0, 32)} for ${fiat} there.`,
        errors: [
          { pointer: '/destinationCurrencyCode', detail: 'Must be one of GET /v1/onramp/buy/options.' },
        ],
      }),
  }
}

/** Returns the limits of a currency, over all payment methods if none is given; undefined if the currency is not accepted. */
function limitOf(
  { fiats }: OnrampOptions,
  currency: string,
  method: string | undefined,
): { min: bigint; max: bigint; text: string } | 'none' | undefined {
  const fiat = fiats.find(({ code }) => code === currency)
  if (!fiat) return undefined
  const limits = fiat.limits.filter((limit) => method === undefined || limit.method === method)
  const used = limits.length > 0 ? limits : fiat.limits
  const smallest = used.toSorted((a, b) => compare(toUnits(a.min), toUnits(b.min)))[0]
  const largest = used.toSorted((a, b) => compare(toUnits(b.max), toUnits(a.max)))[0]
  if (!smallest || !largest) return 'none'
  return {
    min: toUnits(smallest.min),
    max: toUnits(largest.max),
    text: `${smallest.min} to ${largest.max}`,
  }
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
