import type { CaipNetworkId } from '@portico/protocol'
import { type ConvertToken, coinSentinel } from '@portico/protocol/gateway'
import { encodeFunctionData, getAddress, keccak256, parseAbi, toBytes } from 'viem/utils'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { TokenService } from '../tokens/service.ts'

/** Lists the tokens that can be swapped. */
export type ConvertTokens = {
  /** The coin and the listed tokens of a network; asked once per hour. */
  list(chain: Chain): Promise<ConvertToken[]>
  /** One token, listed or not; undefined if it is none. */
  find(query: { chain: Chain; address: string }): Promise<ConvertToken | undefined>
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

/** Creates the list over the token service. */
export function createConvertTokens({
  tokens,
  now,
}: {
  tokens: TokenService
  now: () => number
}): ConvertTokens {
  const lists = new Map<CaipNetworkId, { list: Promise<ConvertToken[]>; at: number }>()

  async function describe(chain: Chain, addresses: readonly string[]): Promise<ConvertToken[]> {
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

  function coinOf(chain: Chain): ConvertToken {
    const { name, symbol, decimals } = nativeCoin(chain)
    const logoUri = tokens.iconUrl(chain.id, undefined)
    return {
      name,
      symbol,
      address: `${chain.id}:${coinSentinel}`,
      decimals,
      ...(logoUri ? { logoUri } : {}),
      eip2612: false,
      listed: true,
    }
  }

  return {
    list(chain) {
      const known = lists.get(chain.id)
      if (known && now() - known.at < cacheMs) return known.list
      const list = describe(chain, tokens.listed(chain.id)).then((found) => [coinOf(chain), ...found])
      const entry = { list, at: now() }
      lists.set(chain.id, entry)
      list.catch(() => {
        if (lists.get(chain.id) === entry) lists.delete(chain.id)
      })
      return list
    },
    async find({ chain, address }) {
      if (address === 'native') return coinOf(chain)
      return (await describe(chain, [address]))[0]
    },
  }
}
