import type { CaipNetworkId } from '@portico/protocol'
import { type ConvertToken, coinSentinel } from '@portico/protocol/gateway'
import { encodeFunctionData, getAddress, keccak256, parseAbi, toBytes } from 'viem/utils'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { TokenService } from '../tokens/service.ts'

/** Lists the tokens that can be swapped. */
export type ConvertTokens = {
  /** The coin and the listed tokens of a network; asked once per hour. */
  list(chain: CaipNetworkId): Promise<ConvertToken[]>
  /** One token, listed or not; undefined if it is none. */
  find(query: { chain: CaipNetworkId; address: string }): Promise<ConvertToken | undefined>
}

const cacheMs = 3_600_000
const timeoutMs = 9000

const abi = parseAbi([
  'function DOMAIN_SEPARATOR()',
  'function nonces(address)',
  'function PERMIT_TYPEHASH()',
])
const zero = `0x${'0'.repeat(40)}` as const
const permitCalls: readonly Hex[] = [
  encodeFunctionData({ abi, functionName: 'DOMAIN_SEPARATOR' }),
  encodeFunctionData({ abi, functionName: 'nonces', args: [zero] }),
  encodeFunctionData({ abi, functionName: 'PERMIT_TYPEHASH' }),
]
/** Some older tokens, such as DAI, have permits of another type. */
const permitType = keccak256(
  toBytes('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
)

/** Creates the list over the token service and, on networks that are no EVM chains, over their namespace. */
export function createConvertTokens({
  tokens,
  chains,
  namespaces,
  now,
}: {
  tokens: TokenService
  chains: ReadonlyMap<CaipNetworkId, Chain>
  namespaces: Pick<Namespaces, 'get'>
  now: () => number
}): ConvertTokens {
  const lists = new Map<CaipNetworkId, { list: Promise<ConvertToken[]>; at: number }>()

  async function describeEvm(chain: Chain, addresses: readonly string[]): Promise<ConvertToken[]> {
    const deadline = Date.now() + timeoutMs
    const read = await tokens.prepare({ chain, addresses, deadline })
    const calls = addresses.flatMap((address) =>
      permitCalls.map((data) => ({ target: getAddress(address), data })),
    )
    // Started together, so that they are one exchange.
    const [metadata, answers] = await Promise.all([read(), callMany({ chain, calls, deadline })])
    const listed = new Set(tokens.listed(chain.id))
    return addresses.flatMap((address, index): ConvertToken[] => {
      const { name, symbol, decimals } = metadata.get(address) ?? {}
      if (!symbol || decimals === null || decimals === undefined) return []
      const [domain, nonce, type] = answers.slice(index * permitCalls.length)
      const logoUri = tokens.iconUrl(chain.id, address)
      return [
        {
          name: name ?? symbol,
          symbol,
          address: `${chain.id}:${getAddress(address)}`,
          decimals,
          ...(logoUri ? { logoUri } : {}),
          eip2612:
            domain?.length === 66 && nonce?.length === 66 && (type === undefined || type === permitType),
          listed: listed.has(address),
        },
      ]
    })
  }

  async function describe(id: CaipNetworkId, addresses: readonly string[]): Promise<ConvertToken[]> {
    const chain = chains.get(id)
    if (chain) return describeEvm(chain, addresses)
    const deadline = Date.now() + timeoutMs
    const read = await namespaces.get(id).readTokens?.({ chain: id, addresses, deadline })
    const listed = new Set(tokens.listed(id))
    return addresses.flatMap((address): ConvertToken[] => {
      const found = read?.get(address)
      const named = tokens.configured(id, address)
      const symbol = named?.symbol || found?.symbol
      if (!found || !symbol) return []
      return [
        {
          name: named?.name || found.name || symbol,
          symbol,
          address: `${id}:${address}`,
          // Those of the token itself: amounts depend on them.
          decimals: found.decimals,
          ...(named?.iconUrl ? { logoUri: named.iconUrl } : {}),
          eip2612: false,
          listed: listed.has(address),
        },
      ]
    })
  }

  function coinOf(chain: CaipNetworkId): ConvertToken {
    const { name, symbol, decimals } = rulesOf(chain).coin(chain)
    const logoUri = tokens.iconUrl(chain, undefined)
    return {
      name,
      symbol,
      address: `${chain}:${coinSentinel}`,
      decimals,
      ...(logoUri ? { logoUri } : {}),
      eip2612: false,
      listed: true,
    }
  }

  return {
    list(chain) {
      const known = lists.get(chain)
      if (known && now() - known.at < cacheMs) return known.list
      const list = describe(chain, tokens.listed(chain)).then((found) => [coinOf(chain), ...found])
      const entry = { list, at: now() }
      lists.set(chain, entry)
      list.catch(() => {
        if (lists.get(chain) === entry) lists.delete(chain)
      })
      return list
    },
    async find({ chain, address }) {
      if (address === 'native') return coinOf(chain)
      const known = lists.get(chain)
      const listed = known && now() - known.at < cacheMs ? await known.list : []
      const suffix = `:${address.toLowerCase()}`
      return (
        listed.find((token) => token.address.toLowerCase().endsWith(suffix)) ??
        (await describe(chain, [address]))[0]
      )
    },
  }
}
