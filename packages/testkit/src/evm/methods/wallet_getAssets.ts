import { isRecord } from '@portico/protocol'
import type { Hex } from 'viem'
import { firstObject, invalidParams, type Method, readAccount, type WalletAsset } from './method.ts'

type Filters = {
  /** Lower-case addresses by chain id. An empty list means all assets of the chain. */
  assets?: Record<string, string[]> | undefined
  chains?: string[] | undefined
  types?: string[] | undefined
}

/** Returns the account's assets (ERC-7811), with the filters of the standard. */
export const wallet_getAssets: Method<Filters> = {
  supported: ({ assets }) => assets !== undefined,
  connected: true,
  parse(wallet, params) {
    const { account, assetFilter, chainFilter, assetTypeFilter } = firstObject(params, 'wallet_getAssets')
    readAccount(wallet, account, '`account` of wallet_getAssets')
    return {
      assets: parseAssetFilter(assetFilter),
      chains: parseStrings(chainFilter, 'chainFilter'),
      types: parseStrings(assetTypeFilter, 'assetTypeFilter'),
    }
  },
  consent: false,
  run({ assets = {} }, filters) {
    const result: Record<Hex, readonly WalletAsset[]> = {}
    for (const [chainId, owned] of Object.entries(assets) as [Hex, readonly WalletAsset[]][]) {
      const addresses = filters.assets?.[chainId]
      if (filters.assets && !addresses) continue
      // ERC-7811: `assetFilter` takes precedence over the other filters.
      if (!filters.assets && filters.chains && !filters.chains.includes(chainId)) continue
      result[chainId] = owned.filter(({ address, type }) =>
        filters.assets
          ? !addresses?.length || addresses.includes(address.toLowerCase())
          : !filters.types || filters.types.includes(type.toLowerCase()),
      )
    }
    return result
  },
}

function parseStrings(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return value.map((entry) => entry.toLowerCase())
  }
  throw invalidParams(`\`${name}\` must be an array of strings.`)
}

function parseAssetFilter(value: unknown): Record<string, string[]> | undefined {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value)) throw invalidParams('`assetFilter` must map chain ids to arrays of addresses.')
  return Object.fromEntries(
    Object.entries(value).map(([chainId, entries]) => {
      // Drafts of the standard used plain addresses; the current version uses objects with an address.
      const addresses = Array.isArray(entries)
        ? entries.map((entry: unknown) => (isRecord(entry) ? entry.address : entry))
        : entries
      return [chainId.toLowerCase(), parseStrings(addresses, 'assetFilter') ?? []]
    }),
  )
}
