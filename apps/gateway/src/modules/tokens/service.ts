import type { CaipNetworkId } from '@portico/protocol'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Chain } from '../../chain/Chain.ts'
import { type ContractAnswer, callMany } from '../../chain/callMany.ts'
import type { TokenConfig } from '../../config/Config.ts'
import { readTokenText } from './readTokenText.ts'
import type { TokenMetadata, TokenStore } from './store.ts'

export type TokenService = {
  /** The tokens that are always read on a chain, lower case: the operator's, then those of its list. */
  listed(chain: CaipNetworkId): readonly string[]
  /** What contracts say of themselves, by lower-case address: from the configuration, the store, or the chain. */
  describe(query: {
    chain: Chain
    addresses: readonly string[]
    deadline: number
  }): Promise<Map<string, TokenMetadata>>
  /** As `describe` in two steps: what is known, and a function that asks the chain for the rest, without waiting before. */
  prepare(query: {
    chain: Chain
    addresses: readonly string[]
    deadline: number
  }): Promise<() => Promise<Map<string, TokenMetadata>>>
  /** Where a picture of a listed token is; undefined if there is none. */
  iconUrl(chain: CaipNetworkId, address: string | undefined): string | undefined
}

/** The known tokens of a chain, the most wanted first. */
export type TokenLists = (chain: CaipNetworkId) => readonly TokenConfig[]

const keepFor = 30 * 24 * 3_600_000
const maxTokenName = 120
const maxSymbol = 32
/** 10^77 is the largest power of ten a balance can hold. */
const maxDecimals = 77n
/** Of a list: what one exchange reads. The operator's own tokens and those an account has moved come on top. */
const maxListed = 500

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const nameData = encodeFunctionData({ abi, functionName: 'name' })
const symbolData = encodeFunctionData({ abi, functionName: 'symbol' })
const decimalsData = encodeFunctionData({ abi, functionName: 'decimals' })

/** Token metadata, read once in thirty days. */
export function createTokenService({
  tokens,
  tokenLists = () => [],
  store,
  now = Date.now,
}: {
  tokens: ReadonlyMap<CaipNetworkId, readonly TokenConfig[]>
  /** Known tokens beside those of the configuration. */
  tokenLists?: TokenLists
  store: TokenStore
  now?: () => number
}): TokenService {
  /** By chain, by lower-case address: what the operator says wins over what a list says. */
  const catalogues = new Map<CaipNetworkId, ReadonlyMap<string, TokenConfig>>()

  function catalogue(chain: CaipNetworkId): ReadonlyMap<string, TokenConfig> {
    let found = catalogues.get(chain)
    if (!found) {
      const all = [...(tokens.get(chain) ?? []), ...tokenLists(chain).slice(0, maxListed)]
      const byAddress = new Map<string, TokenConfig>()
      for (const token of all) {
        const address = token.address.toLowerCase()
        byAddress.set(address, { ...token, ...byAddress.get(address) })
      }
      found = byAddress
      catalogues.set(chain, found)
    }
    return found
  }

  async function prepare(query: Parameters<TokenService['prepare']>[0]) {
    const { chain, addresses, deadline } = query
    const configured = catalogue(chain.id)
    const known = await store.get({ chain: chain.id, addresses, since: now() - keepFor })
    return async () => {
      const unknown = addresses.filter(
        (address) => !known.has(address) && !isComplete(configured.get(address)),
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
      // What is listed wins over what a contract says.
      for (const address of addresses) {
        const config = configured.get(address)
        const found = known.get(address)
        if (config)
          known.set(address, {
            name: config.name ?? found?.name ?? null,
            symbol: config.symbol ?? found?.symbol ?? null,
            decimals: config.decimals ?? found?.decimals ?? null,
          })
      }
      return known
    }
  }

  return {
    listed: (chain) => [...catalogue(chain).keys()],
    prepare,
    describe: async (query) => (await prepare(query))(),
    iconUrl: (chain, address) => (address ? catalogue(chain).get(address)?.iconUrl : undefined),
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
