import type { Network } from '@portico/core'
import { parseIcon, parseName, readProperty } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { formatUnits } from 'viem'
import { callWallet } from '../connector/callWallet.ts'
import { isProvider, type Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { walletAssets } from './walletAssets.ts'

/** Milliseconds for both questions together: the account view waits for this. */
const timeout = 3000

/** What a wallet is asked, and for whom. */
export interface GetWalletBalancesParameters {
  provider: unknown
  network: Network
  address: string
}

/**
 * What the wallet itself says the account holds, where it offers that (`assetDiscovery`). All or nothing:
 * `undefined` where it does not offer it, one entry is malformed, it fails, or takes longer than 3 seconds.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export async function getWalletBalances(
  parameters: GetWalletBalancesParameters,
): Promise<readonly TokenBalance[] | undefined> {
  const { provider } = parameters
  if (!isProvider(provider)) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout)
  })
  try {
    return await Promise.race([askWallet({ ...parameters, provider }), late])
  } catch {
    // Whatever went wrong, the caller has other ways to know the balances.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function askWallet({
  provider,
  network,
  address,
}: GetWalletBalancesParameters & { provider: Provider }): Promise<readonly TokenBalance[] | undefined> {
  const chainId = Number(network.id)
  const hex = `0x${chainId.toString(16)}`
  const capabilities = await callWallet(provider, 'wallet_getCapabilities', [address])
  if (![hex, '0x0'].some((id) => offersAssets(readChain(capabilities, id)))) return undefined

  const answer = await callWallet(provider, 'wallet_getAssets', [{ account: address, chainFilter: [hex] }])
  const assets = walletAssets.safeParse(readChain(answer, hex))
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
        // An address on the web would tell its owner who looks at it.
        iconUrl: parseIcon(iconUrl) ?? '',
      },
    ]
  })
}

function offersAssets(capabilities: unknown): boolean {
  return readProperty(readProperty(capabilities, 'assetDiscovery'), 'supported') === true
}

/** The entry of a chain in an answer keyed by hex ids, which wallets write with capitals or leading zeros too. */
function readChain(answer: unknown, id: string): unknown {
  const exact = readProperty(answer, id)
  if (exact !== undefined || typeof answer !== 'object' || answer === null) return exact
  const key = Object.keys(answer).find((one) => parseChainId(one) === parseChainId(id) && parseChainId(one))
  return key === undefined ? undefined : readProperty(answer, key)
}
