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
 * Moves a wallet to a network, adding it where the wallet does not know it, and makes sure that it moved.
 *
 * @throws {RpcError} 4001 where the user said no; 4902 where the wallet stayed where it was.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export async function switchWallet({ provider, network }: { provider: Provider; network: Network }) {
  const wanted = parseChainId(network.id)
  if (wanted === undefined) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'A network of eip155 has a positive number as its id.',
      metaMessages: [`Network: ${network.caipNetworkId}`],
    })
  }
  const chainId = `0x${wanted.toString(16)}`
  const askToSwitch = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

  try {
    await askToSwitch()
  } catch (error) {
    if (!mayLackNetwork(error)) throw toRpcError(error, 'The wallet did not switch the network.')
    await callWallet(provider, 'wallet_addEthereumChain', [describe(network, chainId)])
    // Some wallets only add.
    if ((await readChainId(provider)) !== wanted) {
      await callWallet(provider, 'wallet_switchEthereumChain', [{ chainId }])
    }
  }

  // Some wallets say yes a moment before they have moved.
  for (const delay of [0, 50, 150, 300, 500]) {
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    if ((await readChainId(provider)) === wanted) return
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.unrecognizedChain,
    message: 'The wallet agreed to switch the network and stayed on another.',
    metaMessages: [`Network: ${network.caipNetworkId}`],
  })
}

// 5000 is a rejection elsewhere. Here, wallets behind relays say it for networks their session does not hold.
const codes: readonly (number | undefined)[] = [
  rpcErrorCodes.unrecognizedChain,
  rpcErrorCodes.userRejectedSession,
  rpcErrorCodes.internalError,
  32603,
]

function mayLackNetwork(error: unknown): boolean {
  const code = getRpcCode(error)
  if (isUserRejection(error) && code !== rpcErrorCodes.userRejectedSession) return false
  const original = readProperty(readProperty(error, 'data'), 'originalError')
  return codes.includes(code) || getRpcCode(original) === rpcErrorCodes.unrecognizedChain
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
