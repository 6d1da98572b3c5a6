import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { ContractAnswer } from '../../chains/evm/chain/ContractCall.ts'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { TokenConfig } from '../../infra/config/Config.ts'
import { readTokenText } from './readTokenText.ts'
import type { TokenMetadata, TokenStore } from './store.ts'

export type TokenService = {
  /**
   * Returns the listed tokens of a network, in canonical form: those in the configuration, then those of the token list. On EVM
   * chains their balances are always read.
   */
  listed(chain: CaipNetworkId): readonly string[]
  /** Returns what the configuration or the token list says of a token. */
  configured(chain: CaipNetworkId, address: string): TokenConfig | undefined
  /** Returns token metadata by lower-case address, from the configuration, the token list, the store or the chain. */
  describe(query: {
    chain: Chain
    addresses: readonly string[]
    deadline: number
  }): Promise<Map<string, TokenMetadata>>
  /**
   * Same as `describe` in two steps: reads the store, then returns a function that reads the rest from the chain. The
   * function sends its calls synchronously, so that the caller's other calls can be batched with them.
   */
  prepare(query: {
    chain: Chain
    addresses: readonly string[]
    deadline: number
  }): Promise<() => Promise<Map<string, TokenMetadata>>>
  /** Returns the icon URL of a listed token or, without an address, of the native coin; undefined if there is none. */
  iconUrl(chain: CaipNetworkId, address: string | undefined): string | undefined
}

/** Returns the token list of a chain, most popular token first. */
export type TokenLists = (chain: CaipNetworkId) => readonly TokenConfig[]

const cacheMs = 30 * 24 * 3_600_000
const maxTokenName = 120
const maxSymbol = 32
/** 10^77 is the largest power of ten a balance can hold. */
const maxDecimals = 77n
/** Tokens used of a list: as many as one batch reads. Configured tokens and those an account has moved are extra. */
const maxListed = 500

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const nameData = encodeFunctionData({ abi, functionName: 'name' })
const symbolData = encodeFunctionData({ abi, functionName: 'symbol' })
const decimalsData = encodeFunctionData({ abi, functionName: 'decimals' })

/** Creates the service of token metadata, which is cached for thirty days. */
export function createTokenService({
  tokens,
  tokenLists = () => [],
  coinIcon = () => undefined,
  store,
  now = Date.now,
}: {
  tokens: ReadonlyMap<CaipNetworkId, readonly TokenConfig[]>
  /** Tokens in addition to those in the configuration. */
  tokenLists?: TokenLists
  /** Returns the icon URL of the coin with a symbol. */
  coinIcon?: (symbol: string) => string | undefined
  store: TokenStore
  now?: () => number
}): TokenService {
  /** By chain and canonical address. The configuration wins over the list. */
  const catalogues = new Map<CaipNetworkId, ReadonlyMap<string, TokenConfig>>()

  function catalogue(chain: CaipNetworkId): ReadonlyMap<string, TokenConfig> {
    let found = catalogues.get(chain)
    if (!found) {
      const all = [...(tokens.get(chain) ?? []), ...tokenLists(chain).slice(0, maxListed)]
      const byAddress = new Map<string, TokenConfig>()
      for (const token of all) {
        const address = rulesOf(chain).readAddress(token.address) ?? token.address
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
    const metadataByAddress = await store.get({ chain: chain.id, addresses, since: now() - cacheMs })
    return async () => {
      const unknown = addresses.filter(
        (address) => !metadataByAddress.has(address) && !isComplete(configured.get(address)),
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
        metadataByAddress.set(address, metadata)
        // After the deadline a missing answer says nothing about the contract, so do not cache it.
        if (isInTime) await store.put({ chain: chain.id, address, fetchedAt: now(), ...metadata })
      }
      // Configuration and list win over the contract.
      for (const address of addresses) {
        const config = configured.get(address)
        const found = metadataByAddress.get(address)
        if (config)
          metadataByAddress.set(address, {
            name: config.name ?? found?.name ?? null,
            symbol: config.symbol ?? found?.symbol ?? null,
            decimals: config.decimals ?? found?.decimals ?? null,
          })
      }
      return metadataByAddress
    }
  }

  return {
    listed: (chain) => [...catalogue(chain).keys()],
    configured: (chain, address) => catalogue(chain).get(address),
    prepare,
    describe: async (query) => (await prepare(query))(),
    iconUrl: (chain, address) =>
      address === undefined
        ? coinIcon(rulesOf(chain).coinIconSymbol(parseCaipNetworkId(chain).reference))
        : catalogue(chain).get(address)?.iconUrl,
  }
}

function isComplete(config: TokenConfig | undefined): boolean {
  return config?.name !== undefined && config.symbol !== undefined && config.decimals !== undefined
}

// Read the whole word: a value above the standard's uint8 must be rejected, not truncated.
function readDecimals(data: ContractAnswer): number | null {
  const value = data?.length === 66 ? BigInt(data) : undefined
  return value !== undefined && value <= maxDecimals ? Number(value) : null
}
