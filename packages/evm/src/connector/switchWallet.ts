import type { Network } from '@portico/core'
import {
  getRpcCode,
  isUserRejection,
  RpcError,
  readProperty,
  rpcErrorCodes,
  toRpcError,
} from '@portico/protocol'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { callWallet } from './callWallet.ts'
import { readChainId } from './readChainId.ts'

/**
 * Switches a wallet to a network, adds the network if the wallet does not have it, and verifies that the wallet
 * switched.
 *
 * @throws {RpcError} 4001 if the user rejects the request; 5000 if the wallet answers so to the request to add; 4902 if the wallet stays on another network.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export async function switchWallet({ provider, network }: { provider: Provider; network: Network }) {
  const targetId = parseChainId(network.id)
  if (targetId === undefined) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The ID of an eip155 network must be a positive number.',
      metaMessages: [`Network: ${network.caipNetworkId}`],
    })
  }
  const chainId = `0x${targetId.toString(16)}`
  const requestSwitch = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

  try {
    await requestSwitch()
  } catch (error) {
    if (!mayLackNetwork(error)) throw toRpcError(error, 'The wallet did not switch the network.')
    await addNetwork(provider, describe(network, chainId))
    // Some wallets only add the network, without switching to it.
    if ((await readChainId(provider)) !== targetId) {
      await callWallet(provider, 'wallet_switchEthereumChain', [{ chainId }])
    }
  }

  // Some wallets answer shortly before they have switched.
  for (const delay of [0, 50, 150, 300, 500]) {
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    if ((await readChainId(provider)) === targetId) return
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.unrecognizedChain,
    message: 'The wallet accepted the request but stayed on another network.',
    metaMessages: [`Network: ${network.caipNetworkId}`],
  })
}

/** Asks the wallet to add a network. A 5000 stays one: it may also mean that the wallet cannot add the network. */
async function addNetwork(provider: Provider, description: unknown): Promise<void> {
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [description] })
  } catch (error) {
    const message = 'The wallet did not add the network.'
    if (getRpcCode(error) !== rpcErrorCodes.userRejectedSession) throw toRpcError(error, message)
    throw new RpcError({ rpcCode: rpcErrorCodes.userRejectedSession, message, cause: error })
  }
}

// 5000 means a user rejection elsewhere, but WalletConnect wallets return it for networks missing in their session.
const unknownNetworkCodes: readonly (number | undefined)[] = [
  rpcErrorCodes.unrecognizedChain,
  rpcErrorCodes.userRejectedSession,
  rpcErrorCodes.internalError,
  32603,
]

function mayLackNetwork(error: unknown): boolean {
  const code = getRpcCode(error)
  if (isUserRejection(error) && code !== rpcErrorCodes.userRejectedSession) return false
  const original = readProperty(readProperty(error, 'data'), 'originalError')
  return unknownNetworkCodes.includes(code) || getRpcCode(original) === rpcErrorCodes.unrecognizedChain
}

function describe({ name, nativeCurrency, rpcUrls, blockExplorers }: Network, chainId: string) {
  const urls = Object.values(rpcUrls).flatMap(({ http }) => http)
  const explorer = blockExplorers?.default.url
  return {
    chainId,
    chainName: name,
    nativeCurrency,
    rpcUrls: [...new Set(urls)].filter(isHttp),
    ...(explorer && isHttp(explorer) ? { blockExplorerUrls: [explorer] } : {}),
  }
}

const isHttp = (url: string) => /^https?:\/\//i.test(url)
