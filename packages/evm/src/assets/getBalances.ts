import type { Endpoint } from '@portico/core'
import { parseName, toRpcError } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { type Address, erc20Abi, formatUnits, isAddress } from 'viem'
import { getBalance, multicall } from 'viem/actions'
import { viemClient } from './viemClient.ts'

const fields = ['balanceOf', 'decimals', 'symbol', 'name'] as const

/**
 * Returns the native balance, followed by those of the tokens. Tokens without decimals, or with invalid responses,
 * are left out. Prices are unknown: `price` is 0 and `value` is absent.
 *
 * @throws {RpcError} when no endpoint returns the native balance.
 */
export async function getBalances({
  network,
  urls,
  customUrls,
  address,
  tokens,
}: Endpoint & { address: string; tokens: readonly string[] }): Promise<readonly TokenBalance[]> {
  // In lower case, because viem rejects addresses with an invalid checksum, which some wallets return.
  const owner = address.toLowerCase() as Address
  const tokenAddresses = [...new Set(tokens.map((token) => token.toLowerCase()))].filter((token) =>
    isAddress(token),
  )
  const unpriced = { chainId: network.caipNetworkId, price: 0, iconUrl: '' }
  try {
    const { client, hasMulticall } = viemClient({ network, urls, customUrls })
    const readTokens = async () => {
      if (tokenAddresses.length === 0) return []
      const contracts = tokenAddresses.flatMap((token) =>
        fields.map((functionName) => ({
          address: token as Address,
          abi: erc20Abi,
          functionName,
          ...(functionName === 'balanceOf' ? { args: [owner] } : {}),
        })),
      )
      const deployless = !(await hasMulticall())
      return await multicall(client, { contracts: contracts as never[], deployless, allowFailure: true })
    }
    const [native, results] = await Promise.all([getBalance(client, { address: owner }), readTokens()])
    const { name, symbol, decimals } = network.nativeCurrency
    const balances: TokenBalance[] = [
      {
        ...unpriced,
        name,
        symbol,
        quantity: { decimals: `${decimals}`, numeric: formatUnits(native, decimals) },
      },
    ]
    for (const [index, token] of tokenAddresses.entries()) {
      const [balance, decimals, symbol, name] = results
        .slice(index * fields.length, (index + 1) * fields.length)
        .map((entry) => (entry as { result?: unknown }).result)
      const shownSymbol = parseName(symbol)
      if (typeof balance !== 'bigint' || typeof decimals !== 'number' || decimals === 0 || !shownSymbol)
        continue
      balances.push({
        ...unpriced,
        name: parseName(name) ?? shownSymbol,
        symbol: shownSymbol,
        address: `${network.caipNetworkId}:${token}`,
        quantity: { decimals: `${decimals}`, numeric: formatUnits(balance, decimals) },
      })
    }
    return balances
  } catch (error) {
    throw toRpcError(error, `No endpoint of ${network.caipNetworkId} returned the balance.`)
  }
}
