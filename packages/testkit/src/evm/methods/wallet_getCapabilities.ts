import type { Hex } from 'viem'
import { fromChainIdHex, toChainIdHex } from '../evmChain.ts'
import { invalidParams, type Method, readAccount } from './method.ts'

/** Returns the wallet's capabilities by chain (EIP-5792). Parameters: the account; optionally chain ids. */
export const wallet_getCapabilities: Method<Hex[] | undefined> = {
  supported: ({ capabilities, assets }) => capabilities !== undefined || assets !== undefined,
  connected: true,
  parse(wallet, params) {
    const [account, chainIds] = Array.isArray(params) ? params : []
    readAccount(wallet, account, 'The first parameter of wallet_getCapabilities')
    if (chainIds === undefined || chainIds === null) return undefined
    const numbers: (number | undefined)[] = Array.isArray(chainIds)
      ? chainIds.map(fromChainIdHex)
      : [undefined]
    return numbers.map((chainId) => {
      if (chainId === undefined) throw invalidParams('Chain ids must be an array of hex numbers.')
      return toChainIdHex(chainId)
    })
  },
  consent: false,
  run({ capabilities = {}, assets, state }, chainIds) {
    const result: Record<Hex, Record<string, unknown>> = {}
    if (assets) {
      // ERC-7811 requires this capability on every chain.
      for (const { chainId } of state.chains) {
        result[toChainIdHex(chainId)] = { assetDiscovery: { supported: true } }
      }
    }
    for (const [chainId, own] of Object.entries(capabilities) as [Hex, Record<string, unknown>][]) {
      result[chainId] = { ...result[chainId], ...own }
    }
    if (!chainIds) return result
    return Object.fromEntries(Object.entries(result).filter(([chainId]) => chainIds.includes(chainId as Hex)))
  },
}
