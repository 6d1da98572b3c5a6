import type { CaipNetworkId } from '@portico/protocol'
import type { OnrampOptionsResponse } from '@portico/protocol/gateway'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { OnrampAsset, OnrampFiat } from '../../sources/onramp/OnrampProvider.ts'
import { toUnits } from '../../sources/onramp/toUnits.ts'
import type { OnrampOffering } from './createOnrampCatalogue.ts'

type Currency = OnrampOptionsResponse['purchaseCurrencies'][number]
type Limit = OnrampFiat['limits'][number]

/**
 * Joins what several providers sell: each asset once per network, in the order of the providers, and for each currency the widest
 * limits of a payment method.
 *
 * @param iconUrl returns the gateway's own icon of an asset: visitors' browsers load none from a provider.
 */
export function mergeOptions({
  offerings,
  iconUrl,
}: {
  offerings: readonly OnrampOffering[]
  iconUrl: (chain: CaipNetworkId, token: string | undefined) => string | undefined
}): OnrampOptionsResponse {
  const fiats = new Map<string, Map<string, Limit>>()
  const currencies = new Map<string, Currency>()
  for (const { options } of offerings) {
    for (const { code, limits } of options.fiats) {
      const joined = fiats.get(code) ?? new Map<string, Limit>()
      fiats.set(code, joined)
      for (const limit of limits) joined.set(limit.method, widen(joined.get(limit.method), limit))
    }
    for (const asset of options.assets) addAsset(currencies, asset, iconUrl)
  }
  return {
    paymentCurrencies: [...fiats].map(([id, limits]) => ({
      id,
      limits: [...limits.values()].map(({ method, min, max }) => ({ id: method, min, max })),
    })),
    purchaseCurrencies: [...currencies.values()],
  }
}

function widen(known: Limit | undefined, { method, min, max }: Limit): Limit {
  if (!known) return { method, min, max }
  return {
    method,
    min: toUnits(min) < toUnits(known.min) ? min : known.min,
    max: toUnits(max) > toUnits(known.max) ? max : known.max,
  }
}

function addAsset(
  currencies: Map<string, Currency>,
  { chain, token, symbol, name, networkName }: OnrampAsset,
  iconUrl: Parameters<typeof mergeOptions>[0]['iconUrl'],
): void {
  const id = symbol.toUpperCase()
  const known = currencies.get(id)
  const icon = known?.iconUrl ?? iconUrl(chain, token)
  const entry: Currency = known ?? { id, name, symbol, networks: [] }
  if (icon !== undefined) entry.iconUrl = icon
  currencies.set(id, entry)
  const contractAddress = token === undefined ? '' : rulesOf(chain).writeAddress(token)
  if (entry.networks.some((one) => one.chainId === chain && one.contractAddress === contractAddress)) return
  entry.networks.push({ name: networkName, displayName: networkName, contractAddress, chainId: chain })
}
