import type { Endpoint } from '@portico/core'
import type { TokenBalance } from '@portico/protocol/gateway'
import { readSums } from './readSums.ts'

/**
 * Returns the bitcoin balance of an address, as the only entry: the sum of its unspent outputs, including unconfirmed
 * ones. Esplora APIs have no prices: `price` is 0 and `value` is absent.
 *
 * @throws {RpcError} if no Esplora API returns a valid balance.
 */
export async function getBalances(
  endpoint: Endpoint & { address: string; tokens: readonly string[] },
): Promise<readonly TokenBalance[]> {
  const { network } = endpoint
  const { confirmed, pending } = await readSums(endpoint)
  // The two sums may be from different moments, so the difference can be negative.
  const satoshi = Math.max(0, confirmed + pending)
  const { name, symbol, decimals } = network.nativeCurrency
  return [
    {
      name,
      symbol,
      chainId: network.caipNetworkId,
      price: 0,
      iconUrl: '',
      quantity: { decimals: `${decimals}`, numeric: toDecimal(BigInt(satoshi), decimals) },
    },
  ]
}

function toDecimal(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction ? `.${fraction}` : ''}`
}
