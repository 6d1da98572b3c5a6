import type { Network } from '@portico/core'
import {
  type CaipNetworkId,
  getRpcCode,
  isUserRejection,
  RpcError,
  readProperty,
  rpcErrorCodes,
} from '@portico/protocol'
import { methodNotApprovedError } from '../session/methodNotApprovedError.ts'
import { chainNotSharedError } from './chainNotSharedError.ts'
import type { NamespaceSession } from './createNamespaceSession.ts'
import type { LocalHandler } from './NamespaceAdapter.ts'
import { notConnectedError } from './notConnectedError.ts'
import { readCapabilities } from './readCapabilities.ts'

/** Returns the handlers of Ethereum provider methods that are answered from the session, and of switching. */
export function ethereumHandlers(session: NamespaceSession): Readonly<Record<string, LocalHandler>> {
  const accounts = () => session.addresses()
  const chainId = () => {
    const id = session.chain()
    if (!id) throw notConnectedError()
    return formatEthereumChain(id)
  }
  return {
    eth_accounts: accounts,
    eth_requestAccounts() {
      if (accounts().length === 0) throw notConnectedError()
      return accounts()
    },
    eth_chainId: chainId,
    net_version: () => String(Number(chainId())),
    async wallet_switchEthereumChain(params) {
      await switchChain(session, parseChainId(params))
      return null
    },
    async wallet_getCapabilities(params) {
      if (accounts().length === 0) throw notConnectedError()
      const named = readCapabilities({ ...session.properties(), params })
      if (named) return named
      if (!session.approved()?.methods.includes('wallet_getCapabilities'))
        throw methodNotApprovedError('wallet_getCapabilities')
      return session.request('wallet_getCapabilities', params)
    },
    async wallet_addEthereumChain(params) {
      const networkId = parseChainId(params)
      // EIP-3085: adding a network the wallet already has succeeds without a prompt.
      if (session.approved()?.chains.includes(networkId)) return null
      return session.request('wallet_addEthereumChain', params)
    },
  }
}

/**
 * Switches to a chain: locally if the session includes it, otherwise through `wallet_switchEthereumChain`.
 *
 * @throws {RpcError} 4902 if the wallet does not have or share the chain; 4001 if the user rejected.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
async function switchChain(session: NamespaceSession, networkId: CaipNetworkId): Promise<void> {
  const approved = session.approved()
  if (!approved) throw notConnectedError()
  if (!approved.chains.includes(networkId)) {
    if (!approved.methods.includes('wallet_switchEthereumChain')) throw chainNotSharedError(networkId)
    await session.request('wallet_switchEthereumChain', [{ chainId: formatEthereumChain(networkId) }])
    if (!(await session.waitForChain(networkId))) throw chainNotSharedError(networkId)
  }
  session.setChain(networkId)
}

/**
 * Switches to a network of the application. If the wallet may not have it, asks the wallet to add it.
 *
 * @throws {RpcError} 4902 if the wallet does not add or share the network; 4001 if the user rejected.
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export async function switchEthereum(session: NamespaceSession, network: Network): Promise<void> {
  try {
    await switchChain(session, network.caipNetworkId)
  } catch (error) {
    const canAdd = session.approved()?.methods.includes('wallet_addEthereumChain')
    if (!canAdd || !mayNotKnowChain(error)) throw error
    await session.request('wallet_addEthereumChain', [toAddChainParameter(network)])
    if (!(await session.waitForChain(network.caipNetworkId))) throw chainNotSharedError(network.caipNetworkId)
    session.setChain(network.caipNetworkId)
  }
}

/** The codes with which wallets report a chain they do not have. */
const unknownChainCodes: readonly (number | undefined)[] = [
  rpcErrorCodes.unrecognizedChain,
  rpcErrorCodes.internalError,
  rpcErrorCodes.unsupportedMethod,
  32603,
]

function mayNotKnowChain(error: unknown): boolean {
  // The client reports 5000 as a rejection, with the wallet's error as its cause.
  if (getRpcCode(readProperty(error, 'cause')) === rpcErrorCodes.userRejectedSession) return true
  if (isUserRejection(error)) return false
  const original = readProperty(readProperty(error, 'data'), 'originalError')
  return [error, original].some((part) => unknownChainCodes.includes(getRpcCode(part)))
}

function toAddChainParameter({ caipNetworkId, name, nativeCurrency, rpcUrls, blockExplorers }: Network) {
  const isHttp = (url: string) => /^https?:\/\//i.test(url)
  const urls = Object.values(rpcUrls).flatMap(({ http }) => http)
  const explorer = blockExplorers?.default.url
  return {
    chainId: formatEthereumChain(caipNetworkId),
    chainName: name,
    nativeCurrency,
    rpcUrls: [...new Set(urls)].filter(isHttp),
    ...(explorer && isHttp(explorer) ? { blockExplorerUrls: [explorer] } : {}),
  }
}

/** Formats a chain as `eth_chainId` returns it: `eip155:8453` → `0x2105`. */
export function formatEthereumChain(networkId: CaipNetworkId): string {
  return `0x${Number(networkId.slice('eip155:'.length)).toString(16)}`
}

function parseChainId(params: unknown): CaipNetworkId {
  const value = Array.isArray(params) ? readProperty(params[0], 'chainId') : undefined
  if (typeof value === 'string' && /^0x[1-9a-f][0-9a-f]{0,12}$/i.test(value)) return `eip155:${Number(value)}`
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'The first parameter must be { chainId }, in hex.',
  })
}
