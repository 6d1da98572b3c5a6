import type { Hex } from 'viem'
import { fromChainIdHex, toChainIdHex } from '../evmChain.ts'
import { invalidParams, type Method, readAccount } from './method.ts'

/** What the wallet can do on which chain (EIP-5792). Parameters: the account, and chain ids if not all are meant. */
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
      if (chainId === undefined) throw invalidParams('Chain ids must be a list of numbers in hex.')
      return toChainIdHex(chainId)
    })
  },
  consent: false,
  run({ capabilities = {}, assets, state }, wanted) {
    const answer: Record<Hex, Record<string, unknown>> = {}
    if (assets) {
      // ERC-7811 asks for this on every chain.
      for (const { chainId } of state.chains) {
        answer[toChainIdHex(chainId)] = { assetDiscovery: { supported: true } }
      }
    }
    for (const [chainId, own] of Object.entries(capabilities) as [Hex, Record<string, unknown>][]) {
      answer[chainId] = { ...answer[chainId], ...own }
    }
    if (!wanted) return answer
    return Object.fromEntries(Object.entries(answer).filter(([chainId]) => wanted.includes(chainId as Hex)))
  },
}
