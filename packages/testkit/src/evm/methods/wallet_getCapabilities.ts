import type { Address, Hex } from 'viem'
import { fromChainIdHex, toChainIdHex } from '../evmChain.ts'
import { invalidParams, type Method, readAccount } from './method.ts'

/** Returns the wallet's capabilities by chain (EIP-5792). Parameters: the account; optionally chain ids. */
export const wallet_getCapabilities: Method<{ account: Address; chainIds: Hex[] | undefined }> = {
  supported: ({ capabilities, assets, batches }) =>
    capabilities !== undefined || assets !== undefined || batches !== undefined,
  connected: true,
  parse(wallet, params) {
    const [account, chainIds] = Array.isArray(params) ? params : []
    const address = readAccount(wallet, account, 'The first parameter of wallet_getCapabilities')
    if (chainIds === undefined || chainIds === null) return { account: address, chainIds: undefined }
    const numbers: (number | undefined)[] = Array.isArray(chainIds)
      ? chainIds.map(fromChainIdHex)
      : [undefined]
    const wanted = numbers.map((chainId) => {
      if (chainId === undefined) throw invalidParams('Chain ids must be an array of hex numbers.')
      return toChainIdHex(chainId)
    })
    return { account: address, chainIds: wanted }
  },
  consent: false,
  run({ capabilities = {}, assets, batches, sentBatches, state }, { account, chainIds }) {
    const result: Record<Hex, Record<string, unknown>> = {}
    if (assets) {
      // ERC-7811 requires this capability on every chain.
      for (const { chainId } of state.chains) {
        result[toChainIdHex(chainId)] = { assetDiscovery: { supported: true } }
      }
    }
    if (batches) {
      for (const { chainId } of state.chains) {
        const hex = toChainIdHex(chainId)
        // Not read from the node: the request would be the page's, and no other wallet's is.
        const isDelegated = [...sentBatches.values()].some(
          (batch) => batch.isAtomic && batch.chainId === chainId && batch.from === account,
        )
        const status = batches === 'sequential' ? 'unsupported' : isDelegated ? 'supported' : 'ready'
        result[hex] = { ...result[hex], atomic: { status } }
      }
    }
    for (const [chainId, own] of Object.entries(capabilities) as [Hex, Record<string, unknown>][]) {
      result[chainId] = { ...result[chainId], ...own }
    }
    if (!chainIds) return result
    return Object.fromEntries(Object.entries(result).filter(([chainId]) => chainIds.includes(chainId as Hex)))
  },
}
