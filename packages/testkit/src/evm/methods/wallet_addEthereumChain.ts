import { isRecord } from '@portico/protocol'
import type { ProviderRpcError } from '../../ProviderRpcError.ts'
import { callNode } from '../callNode.ts'
import { type EvmChain, fromChainIdHex } from '../evmChain.ts'
import { firstObject, invalidParams, type Method } from './method.ts'

/** Adds a chain (EIP-3085) and, like most wallets, switches to it. */
export const wallet_addEthereumChain: Method<EvmChain> = {
  connected: false,
  parse(wallet, params) {
    const given = firstObject(params, 'wallet_addEthereumChain')
    const chain = parseChain(given)
    try {
      wallet.assertChain(chain.chainId)
    } catch (error) {
      throw invalidParams((error as Error).message)
    }
    return chain
  },
  consent: ({ state, switchOnAdd }, { chainId }) =>
    !state.chain(chainId) || (switchOnAdd && state.chainId !== chainId),
  async run({ state, switchOnAdd }, chain) {
    // Keep the existing entry of a chain the wallet already has.
    if (!state.chain(chain.chainId)) {
      // Only after the user's consent: the page must not be able to make the wallet call arbitrary URLs.
      await assertServes(chain)
      // A concurrent request may have added the chain meanwhile.
      if (!state.chain(chain.chainId)) state.update({ chains: [...state.chains, chain] })
    }
    if (switchOnAdd) state.update({ chainId: chain.chainId })
    return null
  },
}

function parseChain(given: Record<string, unknown>): EvmChain {
  const { chainId: hex, chainName, nativeCurrency, rpcUrls } = given
  const chainId = fromChainIdHex(hex)
  if (chainId === undefined) {
    throw invalidParams('`chainId` must be hex without leading zeros, for example 0x7a69.')
  }
  // Optional in the standard, but wallets require both.
  if (typeof chainName !== 'string' || chainName === '')
    throw invalidParams('`chainName` must be a non-empty string.')
  const [rpcUrl] = parseUrls(rpcUrls, 'rpcUrls')
  if (given.blockExplorerUrls !== undefined && given.blockExplorerUrls !== null) {
    parseUrls(given.blockExplorerUrls, 'blockExplorerUrls')
  }
  if (given.iconUrls !== undefined && given.iconUrls !== null) parseUrls(given.iconUrls, 'iconUrls')
  if (nativeCurrency !== undefined && nativeCurrency !== null) assertCurrency(nativeCurrency)
  return { chainId, rpcUrl, name: chainName }
}

function parseUrls(value: unknown, name: string): [string] {
  const urls = Array.isArray(value) ? value : []
  if (urls.length === 0 || !urls.every(isHttpUrl)) {
    throw invalidParams(`\`${name}\` must be a non-empty array of http or https URLs.`)
  }
  return urls as [string]
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function assertCurrency(value: unknown) {
  const { name, symbol, decimals } = isRecord(value) ? value : {}
  const named = [name, symbol].every((text) => typeof text === 'string' && text !== '')
  if (named && Number.isInteger(decimals) && (decimals as number) >= 0) return
  throw invalidParams('`nativeCurrency` must contain name, symbol, and decimals as a non-negative integer.')
}

// EIP-3085: reject a chain whose endpoint returns another chain id.
async function assertServes(chain: EvmChain) {
  let chainId: unknown
  try {
    chainId = await callNode({ chain, method: 'eth_chainId', params: [] })
  } catch (error) {
    throw invalidParams(`Chain ${chain.chainId} was not added. ${(error as ProviderRpcError).message}`)
  }
  if (Number(chainId) === chain.chainId) return
  throw invalidParams(`Chain ${chain.chainId} was not added: its RPC returned chain id ${Number(chainId)}.`)
}
