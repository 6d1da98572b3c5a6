import type { Endpoint } from '@portico/core'
import { parseName, toRpcError } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { type Address, erc20Abi, formatUnits, isAddress } from 'viem'
import { getBalance, multicall } from 'viem/actions'
import { viemClient } from './viemClient.ts'

const fields = ['balanceOf', 'decimals', 'symbol', 'name'] as const

/**
 * The native balance, then those of the tokens. Left out are tokens that answer badly and those without decimals.
 * Prices are not known here: `price` is 0 and `value` absent.
 *
 * @throws {RpcError} where no endpoint tells the native balance.
 */
export async function getBalances({
  network,
  urls,
  address,
  tokens,
}: Endpoint & { address: string; tokens: readonly string[] }): Promise<readonly TokenBalance[]> {
  // In lower case a wallet's odd checksum does no harm.
  const owner = address.toLowerCase() as Address
  const known = [...new Set(tokens.map((token) => token.toLowerCase()))].filter((token) => isAddress(token))
  const unpriced = { chainId: network.caipNetworkId, price: 0, iconUrl: '' }
  try {
    const { client, hasMulticall } = viemClient({ network, urls })
    const readTokens = async () => {
      if (known.length === 0) return []
      const contracts = known.flatMap((token) =>
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
    const [native, answers] = await Promise.all([getBalance(client, { address: owner }), readTokens()])
    const { name, symbol, decimals } = network.nativeCurrency
    const balances: TokenBalance[] = [
      {
        ...unpriced,
        name,
        symbol,
        quantity: { decimals: `${decimals}`, numeric: formatUnits(native, decimals) },
      },
    ]
    for (const [index, token] of known.entries()) {
      const [balance, places, symbol, name] = answers
        .slice(index * fields.length, (index + 1) * fields.length)
        .map((answer) => (answer as { result?: unknown }).result)
      const shown = parseName(symbol)
      if (typeof balance !== 'bigint' || typeof places !== 'number' || places === 0 || !shown) continue
      balances.push({
        ...unpriced,
        name: parseName(name) ?? shown,
        symbol: shown,
        address: `${network.caipNetworkId}:${token}`,
        quantity: { decimals: `${places}`, numeric: formatUnits(balance, places) },
      })
    }
    return balances
  } catch (error) {
    throw toRpcError(error, `No endpoint of ${network.caipNetworkId} told the balance.`)
  }
}
