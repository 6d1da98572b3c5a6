import { type CaipNetworkId, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import * as z from 'zod/mini'
import { namespaceOf, rulesOf } from '../../chains/namespaceRules.ts'
import type { Config, PricePool, PriceSource } from '../../infra/config/Config.ts'

const chainKey = z.string().check(
  z.refine((value) => isCaipNetworkId(value) && value.startsWith('eip155:'), {
    error: 'must be the CAIP-2 ID of an EVM chain, such as eip155:1',
  }),
)
const address = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x followed by 40 hex digits' }))
const siteUrl = z.string().check(
  z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an http:// or https:// address',
  }),
)

/** Schema of `BLOCKSCOUT_URLS`. */
export const blockscoutUrls = z.record(chainKey, siteUrl)

/** Schema of `ESPLORA_URLS`. */
export const esploraUrls = z.record(
  z.string().check(
    z.refine((value) => isCaipNetworkId(value) && value.startsWith('bip122:'), {
      error: 'must be the CAIP-2 ID of a Bitcoin network, such as bip122:000000000019d6689c085ae165831e93',
    }),
  ),
  z.array(siteUrl).check(z.minLength(1), z.maxLength(20)),
)

const priceSource = z.union(
  [address, z.string().check(z.refine(isFeed)), z.number().check(z.nonnegative())],
  {
    error:
      'must be the address of a price feed (CAIP-10 if it is on another chain), or a number of US dollars',
  },
)

/** Schema of `PRICE_FEEDS`: assets of any namespace; the feeds themselves are contracts on EVM chains. */
export const priceFeeds = z
  .record(
    z.string().check(
      z.refine((value) => isCaipNetworkId(value) && namespaceOf(value) !== undefined, {
        error: 'must be a CAIP-2 ID, such as eip155:1',
      }),
    ),
    z.record(z.string(), priceSource),
  )
  .check(
    z.superRefine((chains, context) => {
      for (const [chain, sources] of Object.entries(chains))
        for (const [asset, source] of Object.entries(sources)) {
          const problem = (message: string) =>
            context.issues.push({ code: 'custom', path: [chain, asset], message, input: source })
          if (asset !== 'native' && readAsset(chain, asset) === undefined)
            problem('must be native or a token address')
          else if (typeof source === 'string' && source.startsWith('0x') && !chain.startsWith('eip155:'))
            problem(
              'must be a CAIP-10 address such as eip155:1:0x…, because price feeds exist only on EVM chains',
            )
        }
    }),
  )

function readAsset(chain: string, asset: string): string | undefined {
  return asset === 'native' ? asset : rulesOf(chain as CaipNetworkId).readAddress(asset)
}

/** Schema of `PRICE_POOLS`. */
export const pricePools = z.record(
  chainKey,
  z.record(
    z.string().check(z.regex(/^(native|0x[0-9a-fA-F]{40})$/, { error: 'must be native or a token address' })),
    z.object({
      pool: address,
      stable: address,
      token: z.optional(address),
      floor: z.optional(z.number().check(z.nonnegative())),
    }),
  ),
)

/** Schema of `CURRENCY_FEEDS`. */
export const currencyFeeds = z.partialRecord(
  z.enum(['eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth']),
  z.union([z.number().check(z.positive()), z.string().check(z.refine(isFeed))], {
    error: 'must be US dollars per unit, or the CAIP-10 address of a price feed',
  }),
)

function isFeed(value: string): boolean {
  return isCaipAddress(value) && /^0x[0-9a-fA-F]{40}$/.test(parseCaipAddress(value).address)
}

/** Default of `floor`: the stablecoin balance a pool must hold, in US dollars. */
const defaultFloor = 100_000

/** Returns the pools by network and lower-case asset. Skips a pool for `native` without `token`, its wrapped token. */
export function toPricePools(read: z.output<typeof pricePools>): Config['pricePools'] {
  return new Map(
    Object.entries(read).map(([chain, pools]) => [
      chain as CaipNetworkId,
      new Map(
        Object.entries(pools).flatMap(([asset, { pool, stable, token = asset, floor = defaultFloor }]) =>
          token === 'native'
            ? []
            : [[asset.toLowerCase(), { pool, stable, token, floor } as PricePool] as const],
        ),
      ),
    ]),
  )
}

/** Returns the price sources by network and asset. */
export function toPrices(read: z.output<typeof priceFeeds>): Config['prices'] {
  return new Map(
    Object.entries(read).map(([chain, sources]) => [
      chain as CaipNetworkId,
      new Map(
        Object.entries(sources).map(([asset, source]) => [
          readAsset(chain, asset) ?? asset,
          toSource(typeof source === 'string' && source.startsWith('0x') ? `${chain}:${source}` : source),
        ]),
      ),
    ]),
  )
}

/** Returns the price sources by currency. */
export function toCurrencies(read: z.output<typeof currencyFeeds>): ReadonlyMap<string, PriceSource> {
  return new Map(
    Object.entries(read).flatMap(([currency, source]): [string, PriceSource][] => {
      return source === undefined ? [] : [[currency, toSource(source)]]
    }),
  )
}

/** Converts a number of US dollars, or the CAIP-10 address of a feed, to a price source. */
function toSource(source: string | number): PriceSource {
  if (typeof source === 'number') return { price: source }
  const { namespace, reference, address } = parseCaipAddress(source)
  return { chain: `${namespace}:${reference}` as CaipNetworkId, feed: address as '0x' }
}
