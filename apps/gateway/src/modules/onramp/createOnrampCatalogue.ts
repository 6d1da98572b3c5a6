import type { CaipNetworkId } from '@portico/protocol'
import { BoundedMap, type Log } from '@portico/server'
import { Problem } from '../../infra/http/Problem.ts'
import { cleanText } from '../../infra/text/cleanText.ts'
import type {
  OnrampAsset,
  OnrampOptions,
  OnrampPlace,
  OnrampProvider,
} from '../../sources/onramp/OnrampProvider.ts'

/** What one provider sells in a place. */
export type OnrampOffering = { provider: OnrampProvider; options: OnrampOptions }

export type OnrampCatalogue = {
  readonly providers: readonly OnrampProvider[]
  /** Returns a provider by its ID, or by the ID of a company it passes purchases on to, such as `meld:BANXA`. */
  find(serviceProvider: string): { provider: OnrampProvider; via: string | undefined } | undefined
  /**
   * Returns what the providers sell in a place, without those that fail.
   *
   * @throws {Problem} `onramp-country` where nobody may buy, `onramp-unavailable` if all providers fail.
   */
  list(place: OnrampPlace): Promise<OnrampOffering[]>
  /** Returns what one provider sells. Throws as `list`. */
  get(query: OnrampPlace & { provider: OnrampProvider }): Promise<OnrampOptions>
}

const ttlMs = 3_600_000
/** Milliseconds after a failure until a provider is asked again. */
const failureTtlMs = 10_000
const timeoutMs = 5000
const maxCached = 2000
const limits = { assets: 2000, fiats: 300 }

/** Creates the lists of what the providers sell, which are kept for an hour. */
export function createOnrampCatalogue({
  providers,
  countries,
  networks,
  log,
  now,
}: {
  providers: readonly OnrampProvider[]
  countries: ReadonlySet<string> | undefined
  /** Networks that this gateway reads: only there it can see that money arrives. */
  networks: ReadonlyMap<CaipNetworkId, unknown>
  log: Log
  now: () => number
}): OnrampCatalogue {
  type Kept = { until: number; options: Promise<OnrampOptions> }
  const kept = new BoundedMap<string, Kept>({ max: maxCached })

  function refuseCountry({ country }: OnrampPlace): void {
    if (countries === undefined || (country !== undefined && countries.has(country))) return
    throw new Problem('onramp-country', {
      detail:
        country === undefined ? 'Send the country of the visitor.' : `Nobody may buy in ${country} here.`,
    })
  }

  function read(provider: OnrampProvider, place: OnrampPlace): Promise<OnrampOptions> {
    const key = `${provider.id}|${place.country ?? ''}|${place.subdivision ?? ''}`
    const existing = kept.get(key)
    if (existing && existing.until > now()) return existing.options
    const options = provider.options({ ...place, deadline: Date.now() + timeoutMs }).then((options) => ({
      assets: options.assets
        .filter(({ chain }) => networks.has(chain))
        .slice(0, limits.assets)
        .map(clean),
      fiats: options.fiats.filter(({ code }) => /^[A-Z]{3}$/.test(code)).slice(0, limits.fiats),
    }))
    const entry: Kept = { until: now() + ttlMs, options }
    kept.delete(key)
    kept.set(key, entry)
    options.catch((error) => {
      log.warn({ upstream: provider.id, error }, 'an onramp provider did not list what it sells')
      entry.until = now() + failureTtlMs
    })
    return options
  }

  return {
    providers,
    find(serviceProvider) {
      const [, id = '', via] = /^([\w-]+)(?::([\w-]{1,64}))?$/.exec(serviceProvider) ?? []
      const provider = providers.find((one) => one.id === id)
      return provider && { provider, via }
    },
    async list(place) {
      refuseCountry(place)
      const results = await Promise.allSettled(providers.map((provider) => read(provider, place)))
      const offerings = results.flatMap((result, index) =>
        result.status === 'fulfilled'
          ? [{ provider: providers[index] as OnrampProvider, options: result.value }]
          : [],
      )
      if (offerings.length === 0 && providers.length > 0) throw new Problem('onramp-unavailable')
      return offerings
    },
    async get({ provider, ...place }) {
      refuseCountry(place)
      try {
        return await read(provider, place)
      } catch (cause) {
        throw new Problem('onramp-unavailable', { cause })
      }
    },
  }
}

/** Names from a provider are shown to visitors. */
function clean(asset: OnrampAsset): OnrampAsset {
  const { symbol, name, networkName } = asset
  return {
    ...asset,
    symbol: cleanText(symbol, 32),
    name: cleanText(name, 120),
    networkName: cleanText(networkName, 60),
  }
}
