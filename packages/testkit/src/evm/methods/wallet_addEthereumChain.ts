import type { ProviderRpcError } from '../../ProviderRpcError.ts'
import { callNode } from '../callNode.ts'
import { type EvmChain, fromChainIdHex } from '../evmChain.ts'
import { firstObject, invalidParams, isRecord, type Method } from './method.ts'

/** Adds a chain (EIP-3085) and, as wallets do, goes there. */
export const wallet_addEthereumChain: Method<EvmChain> = {
  connected: false,
  parse(wallet, params) {
    const given = firstObject(params, 'wallet_addEthereumChain')
    const chain = readChain(given)
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
    // One entry per chain: what the wallet knows of it already stays.
    if (!state.chain(chain.chainId)) {
      // After the consent: the page must not be able to make the wallet call any address.
      await assertServes(chain)
      // Asked twice at once, it may be there by now.
      if (!state.chain(chain.chainId)) state.update({ chains: [...state.chains, chain] })
    }
    if (switchOnAdd) state.update({ chainId: chain.chainId })
    return null
  },
}

function readChain(given: Record<string, unknown>): EvmChain {
  const { chainId: hex, chainName, nativeCurrency, rpcUrls } = given
  const chainId = fromChainIdHex(hex)
  if (chainId === undefined) {
    throw invalidParams('`chainId` must be a number in hex without leading zeros, for example 0x7a69.')
  }
  // Optional in the standard, but no wallet takes a chain without them.
  if (typeof chainName !== 'string' || chainName === '') throw invalidParams('`chainName` must be a name.')
  const [rpcUrl] = readUrls(rpcUrls, 'rpcUrls')
  if (given.blockExplorerUrls !== undefined && given.blockExplorerUrls !== null) {
    readUrls(given.blockExplorerUrls, 'blockExplorerUrls')
  }
  if (given.iconUrls !== undefined && given.iconUrls !== null) readUrls(given.iconUrls, 'iconUrls')
  if (nativeCurrency !== undefined && nativeCurrency !== null) assertCurrency(nativeCurrency)
  return { chainId, rpcUrl, name: chainName }
}

function readUrls(value: unknown, name: string): [string] {
  const urls = Array.isArray(value) ? value : []
  if (urls.length === 0 || !urls.every(isHttpUrl)) {
    throw invalidParams(`\`${name}\` must be a list of http or https addresses, one at least.`)
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
  throw invalidParams('`nativeCurrency` must hold name, symbol and decimals, a non-negative integer.')
}

// EIP-3085: a chain whose endpoint says it is another one must be rejected.
async function assertServes(chain: EvmChain) {
  let answer: unknown
  try {
    answer = await callNode({ chain, method: 'eth_chainId', params: [] })
  } catch (error) {
    throw invalidParams(`Chain ${chain.chainId} was not added. ${(error as ProviderRpcError).message}`)
  }
  if (Number(answer) === chain.chainId) return
  throw invalidParams(
    `Chain ${chain.chainId} was not added: its RPC says that it is chain ${Number(answer)}.`,
  )
}
