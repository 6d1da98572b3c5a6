import type { CaipNetworkId } from '@portico/protocol'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Chain } from '../../chain/Chain.ts'
import { type ContractAnswer, callMany } from '../../chain/callMany.ts'
import type { TokenConfig } from '../../config/Config.ts'
import { readTokenText } from './readTokenText.ts'
import type { TokenMetadata, TokenStore } from './store.ts'

export type TokenService = {
  /** The tokens the operator has listed for a chain, lower case. */
  listed(chain: CaipNetworkId): readonly string[]
  /** What contracts say of themselves, by lower-case address: from the configuration, the store, or the chain. */
  describe(query: {
    chain: Chain
    addresses: readonly string[]
    deadline: number
  }): Promise<Map<string, TokenMetadata>>
}

const day = 24 * 3_600_000
const maxTokenName = 120
const maxSymbol = 32
/** 10^77 is the largest power of ten a balance can hold. */
const maxDecimals = 77n

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const nameData = encodeFunctionData({ abi, functionName: 'name' })
const symbolData = encodeFunctionData({ abi, functionName: 'symbol' })
const decimalsData = encodeFunctionData({ abi, functionName: 'decimals' })

/** Token metadata, read once a day. */
export function createTokenService({
  tokens,
  store,
  now = Date.now,
}: {
  tokens: ReadonlyMap<CaipNetworkId, readonly TokenConfig[]>
  store: TokenStore
  now?: () => number
}): TokenService {
  function configured(chain: CaipNetworkId, address: string): TokenConfig | undefined {
    return tokens.get(chain)?.find((token) => token.address.toLowerCase() === address)
  }

  return {
    listed: (chain) => tokens.get(chain)?.map(({ address }) => address.toLowerCase()) ?? [],
    async describe({ chain, addresses, deadline }) {
      const known = await store.get({ chain: chain.id, addresses, since: now() - day })
      const unknown = addresses.filter(
        (address) => !known.has(address) && !isComplete(configured(chain.id, address)),
      )
      const answers = await callMany({
        chain,
        calls: unknown.flatMap((address) =>
          [nameData, symbolData, decimalsData].map((data) => ({ target: getAddress(address), data })),
        ),
        deadline,
      })
      const isInTime = Date.now() < deadline
      for (const [index, address] of unknown.entries()) {
        const [name, symbol, decimals] = answers.slice(index * 3, index * 3 + 3)
        const metadata = {
          name: readTokenText({ data: name, max: maxTokenName }),
          symbol: readTokenText({ data: symbol, max: maxSymbol }),
          decimals: readDecimals(decimals),
        }
        known.set(address, metadata)
        // What was not answered in time says nothing about the contract.
        if (isInTime) await store.put({ chain: chain.id, address, fetchedAt: now(), ...metadata })
      }
      // What the operator says wins over what a contract says.
      for (const address of addresses) {
        const config = configured(chain.id, address)
        const found = known.get(address)
        if (config)
          known.set(address, {
            name: config.name ?? found?.name ?? null,
            symbol: config.symbol ?? found?.symbol ?? null,
            decimals: config.decimals ?? found?.decimals ?? null,
          })
      }
      return known
    },
  }
}

function isComplete(config: TokenConfig | undefined): boolean {
  return config?.name !== undefined && config.symbol !== undefined && config.decimals !== undefined
}

// The whole word: a contract may answer more than the uint8 of the standard, and that is to be seen, not cut.
function readDecimals(data: ContractAnswer): number | null {
  const value = data?.length === 66 ? BigInt(data) : undefined
  return value !== undefined && value <= maxDecimals ? Number(value) : null
}
