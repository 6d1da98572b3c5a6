import type { Network } from '@portico/core'
import { parseIcon, parseName, readProperty } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { formatUnits } from 'viem'
import { callWallet } from '../connector/callWallet.ts'
import { isProvider, type Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { walletAssets } from './walletAssets.ts'

/**
 * How long both requests together may take, in milliseconds. Short, because the account view waits for the result.
 */
const walletTimeoutMs = 3000

/**
 * Path of a token's icon at the gateway, as the embedded wallet reports it. Other addresses are not loaded: they would
 * reveal the visitor to a server.
 */
const gatewayIcon = /^\/public\/getTokenImage\/[\w.-]+$/

/** The parameters of {@link getWalletBalances}. */
export interface GetWalletBalancesParameters {
  provider: unknown
  network: Network
  address: string
}

/**
 * Returns the balances the wallet reports for an account (ERC-7811). All or nothing: returns `undefined` if the
 * wallet lacks the capability `assetDiscovery`, if one entry is malformed, if a request fails, or after 3 seconds.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export async function getWalletBalances(
  parameters: GetWalletBalancesParameters,
): Promise<readonly TokenBalance[] | undefined> {
  const { provider } = parameters
  if (!isProvider(provider)) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), walletTimeoutMs)
  })
  try {
    return await Promise.race([requestBalances({ ...parameters, provider }), timeout])
  } catch {
    // The caller falls back to other sources.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function requestBalances({
  provider,
  network,
  address,
}: GetWalletBalancesParameters & { provider: Provider }): Promise<readonly TokenBalance[] | undefined> {
  const chainId = Number(network.id)
  const hex = `0x${chainId.toString(16)}`
  const capabilities = await callWallet(provider, 'wallet_getCapabilities', [address])
  if (![hex, '0x0'].some((id) => supportsAssets(readChain(capabilities, id)))) return undefined

  const response = await callWallet(provider, 'wallet_getAssets', [{ account: address, chainFilter: [hex] }])
  const assets = walletAssets.safeParse(readChain(response, hex))
  if (!assets.success) return undefined
  return assets.data.flatMap(({ type, address: token, balance, metadata }): TokenBalance[] => {
    const { name, symbol, decimals, price = 0, value, iconUrl } = metadata
    if (decimals === 0) return []
    const isNative = type.toLowerCase() === 'native'
    return [
      {
        name: parseName(name) ?? '',
        symbol: parseName(symbol) ?? '',
        chainId: network.caipNetworkId,
        ...(isNative ? {} : { address: `${network.caipNetworkId}:${token}` }),
        ...(value === undefined ? {} : { value }),
        price,
        quantity: { decimals: `${decimals}`, numeric: formatUnits(BigInt(balance), decimals) },
        iconUrl: parseIcon(iconUrl) ?? (iconUrl && gatewayIcon.test(iconUrl) ? iconUrl : ''),
      },
    ]
  })
}

function supportsAssets(capabilities: unknown): boolean {
  return readProperty(readProperty(capabilities, 'assetDiscovery'), 'supported') === true
}

/**
 * Reads the entry of a chain from an object keyed by hex chain IDs. Some wallets write them with capitals or leading
 * zeros.
 */
function readChain(byChain: unknown, id: string): unknown {
  const exact = readProperty(byChain, id)
  if (exact !== undefined || typeof byChain !== 'object' || byChain === null) return exact
  const key = Object.keys(byChain).find((key) => parseChainId(key) === parseChainId(id) && parseChainId(key))
  return key === undefined ? undefined : readProperty(byChain, key)
}
