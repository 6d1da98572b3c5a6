import type { Network } from '@portico/core'
import {
  type CaipNetworkId,
  getRpcCode,
  isUserRejection,
  RpcError,
  readProperty,
  rpcErrorCodes,
} from '@portico/protocol'
import type { Channel } from './createChannel.ts'
import { noWallet } from './noWallet.ts'
import type { Answer } from './profiles.ts'

/** What is answered without anybody being asked, and switching. */
export function ethereumAnswers(channel: Channel): Readonly<Record<string, Answer>> {
  const accounts = () => channel.addresses()
  const chainId = () => {
    const id = channel.chain()
    if (!id) throw noWallet()
    return formatEthereumChain(id)
  }
  return {
    eth_accounts: accounts,
    eth_requestAccounts() {
      if (accounts().length === 0) throw noWallet()
      return accounts()
    },
    eth_chainId: chainId,
    net_version: () => String(Number(chainId())),
    async wallet_switchEthereumChain(params) {
      await switchChain(channel, chainIdOf(params))
      return null
    },
    async wallet_addEthereumChain(params) {
      const networkId = chainIdOf(params)
      // EIP-3085: a network the wallet has is nothing to ask about.
      if (channel.approved()?.chains.includes(networkId)) return null
      return channel.ask('wallet_addEthereumChain', params)
    },
  }
}

/**
 * Goes to a network: here and now where the session holds it, else the wallet is asked to.
 *
 * @throws {RpcError} 4902 where the wallet does not know it or does not share it; 4001 where the person said no.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
async function switchChain(channel: Channel, networkId: CaipNetworkId): Promise<void> {
  const approved = channel.approved()
  if (!approved) throw noWallet()
  if (!approved.chains.includes(networkId)) {
    if (!approved.methods.includes('wallet_switchEthereumChain')) throw unrecognized(networkId)
    await channel.ask('wallet_switchEthereumChain', [{ chainId: formatEthereumChain(networkId) }])
    if (!(await channel.waitForChain(networkId))) throw unrecognized(networkId)
  }
  channel.setChain(networkId)
}

/**
 * Goes to a network of the application's; a wallet that does not know it is told what it needs to know.
 *
 * @throws {RpcError} as {@link switchChain}.
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export async function switchEthereum(channel: Channel, network: Network): Promise<void> {
  try {
    await switchChain(channel, network.caipNetworkId)
  } catch (error) {
    const canAdd = channel.approved()?.methods.includes('wallet_addEthereumChain')
    if (!canAdd || !mayLackNetwork(error)) throw error
    await channel.ask('wallet_addEthereumChain', [describe(network)])
    if (!(await channel.waitForChain(network.caipNetworkId))) throw unrecognized(network.caipNetworkId)
    channel.setChain(network.caipNetworkId)
  }
}

const lacking: readonly (number | undefined)[] = [
  rpcErrorCodes.unrecognizedChain,
  rpcErrorCodes.internalError,
  rpcErrorCodes.unsupportedMethod,
]

function mayLackNetwork(error: unknown): boolean {
  return !isUserRejection(error) && lacking.includes(getRpcCode(error))
}

function describe({ caipNetworkId, name, nativeCurrency, rpcUrls, blockExplorers }: Network) {
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

/** `eip155:8453` → `0x2105`, the form of `eth_chainId`. */
export function formatEthereumChain(networkId: CaipNetworkId): string {
  return `0x${Number(networkId.slice('eip155:'.length)).toString(16)}`
}

function chainIdOf(params: unknown): CaipNetworkId {
  const value = Array.isArray(params) ? readProperty(params[0], 'chainId') : undefined
  if (typeof value === 'string' && /^0x[1-9a-f][0-9a-f]{0,12}$/i.test(value)) return `eip155:${Number(value)}`
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'The first parameter must be { chainId } with 0x and hex digits.',
  })
}

function unrecognized(networkId: CaipNetworkId): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.unrecognizedChain,
    message: 'The wallet does not share this network with the application.',
    metaMessages: [`Network: ${networkId}`],
  })
}
