import type { Hex } from 'viem'
import { firstObject, invalidParams, isRecord, type Method, readAccount, type WalletAsset } from './method.ts'

type Filters = {
  /** Chain id → lower-case addresses; an empty list means all of the chain. */
  assets?: Record<string, string[]> | undefined
  chains?: string[] | undefined
  types?: string[] | undefined
}

/** What the account owns, as the wallet knows it (ERC-7811), with the filters of the standard. */
export const wallet_getAssets: Method<Filters> = {
  supported: ({ assets }) => assets !== undefined,
  connected: true,
  parse(wallet, params) {
    const { account, assetFilter, chainFilter, assetTypeFilter } = firstObject(params, 'wallet_getAssets')
    readAccount(wallet, account, '`account` of wallet_getAssets')
    return {
      assets: readAssetFilter(assetFilter),
      chains: readTexts(chainFilter, 'chainFilter'),
      types: readTexts(assetTypeFilter, 'assetTypeFilter'),
    }
  },
  consent: false,
  run({ assets = {} }, filters) {
    const answer: Record<Hex, readonly WalletAsset[]> = {}
    for (const [chainId, owned] of Object.entries(assets) as [Hex, readonly WalletAsset[]][]) {
      const addresses = filters.assets?.[chainId]
      if (filters.assets && !addresses) continue
      // ERC-7811: an `assetFilter` goes before the other two.
      if (!filters.assets && filters.chains && !filters.chains.includes(chainId)) continue
      answer[chainId] = owned.filter(({ address, type }) =>
        filters.assets
          ? !addresses?.length || addresses.includes(address.toLowerCase())
          : !filters.types || filters.types.includes(type.toLowerCase()),
      )
    }
    return answer
  },
}

function readTexts(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.map((one) => one.toLowerCase())
  }
  throw invalidParams(`\`${name}\` must be a list of texts.`)
}

function readAssetFilter(value: unknown): Record<string, string[]> | undefined {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value)) throw invalidParams('`assetFilter` must map chain ids to lists of addresses.')
  return Object.fromEntries(
    Object.entries(value).map(([chainId, wanted]) => {
      // Plain addresses in the first text of the standard, objects with an address in the later one.
      const addresses = Array.isArray(wanted)
        ? wanted.map((one: unknown) => (isRecord(one) ? one.address : one))
        : wanted
      return [chainId.toLowerCase(), readTexts(addresses, 'assetFilter') ?? []]
    }),
  )
}
