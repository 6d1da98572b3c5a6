import type { CaipNetworkId } from '@portico/protocol'
import { getAddress } from 'viem/utils'
import type { CatalogueToken } from '../Catalogue.ts'
import type { IconWriter } from './createIconWriter.ts'
import type { Web3Icons } from './readWeb3Icons.ts'
import type { Source } from './Source.ts'

type Found = Omit<CatalogueToken, 'extensions'> & {
  /** A lower rank is better known. */
  rank: number
  /** Writes the package's own icon of the token. */
  draw?: (() => string | undefined) | undefined
  source: string
}

/** Ranks of tokens without a market cap rank. Larger than every market cap rank. */
const ranks = { underlying: 20_000, metamask: 30_000, listed: 40_000, derived: 50_000 }

/** The limits of the token list schema; `tokens` may have 10 000. */
const maxSymbol = 20
const maxName = 60
const maxTokens = 10_000

/**
 * Returns the tokens of all networks, best known first. A token is listed only if a package states its decimals and they
 * are more than zero.
 *
 * @see https://uniswap.org/tokenlist.schema.json
 */
export function readTokens({
  sources,
  web3icons,
  icons,
}: {
  sources: ReadonlyMap<string, Source>
  web3icons: Web3Icons
  icons: IconWriter
}): Map<CaipNetworkId, { tokens: CatalogueToken[]; sources: string[] }> {
  const found = new Map<string, Found & { icon?: string | undefined }>()
  // If several packages list a token, the first one describes it.
  for (const token of [...aave(sources), ...metamask(sources, icons), ...ledger(sources)]) {
    const address = normalise(token.address)
    if (!address || !isListable(token)) continue
    const key = `${token.chainId}:${address.toLowerCase()}`
    const market = web3icons.findToken({ chainId: token.chainId, address })
    const known = found.get(key)
    const icon =
      known?.icon ??
      market?.icon ??
      token.draw?.() ??
      // The icon of the token with the same symbol. Only for the curated list, because anyone can use any symbol.
      (token.rank === ranks.underlying ? web3icons.symbolIcon(token.symbol) : undefined)
    const rank = Math.min(market?.rank ?? token.rank, known?.rank ?? Infinity)
    found.set(key, { ...(known ?? { ...token, address }), rank, icon })
  }
  const chains = new Map<CaipNetworkId, { tokens: CatalogueToken[]; sources: string[] }>()
  const sorted = [...found.values()].sort(
    (a, b) => a.rank - b.rank || a.symbol.localeCompare(b.symbol) || a.address.localeCompare(b.address),
  )
  for (const { rank: _, draw: __, icon, source, ...token } of sorted) {
    const id: CaipNetworkId = `eip155:${token.chainId}`
    const chain = chains.get(id) ?? { tokens: [], sources: [] }
    chains.set(id, chain)
    if (chain.tokens.length >= maxTokens) continue
    chain.tokens.push(icon === undefined ? token : { ...token, extensions: { icon } })
    if (!chain.sources.includes(source)) chain.sources.push(source)
  }
  return chains
}

function* aave(sources: ReadonlyMap<string, Source>): Generator<Found> {
  const name = '@bgd-labs/aave-address-book'
  const { tokens } = readJson(sources, name, 'tokenlist.json') as {
    tokens: (Omit<CatalogueToken, 'extensions'> & { tags?: string[] })[]
  }
  for (const { chainId, address, name: title, symbol, decimals, tags } of tokens) {
    const rank = tags?.includes('underlying') ? ranks.underlying : ranks.derived
    yield { chainId, address, name: title, symbol, decimals, rank, source: name }
  }
}

function* metamask(sources: ReadonlyMap<string, Source>, icons: IconWriter): Generator<Found> {
  const name = '@metamask/contract-metadata'
  const source = sources.get(name)
  const map = readJson(sources, name, 'contract-map.json') as Record<
    string,
    { name: string; symbol: string; decimals: number; erc20?: boolean; logo?: string }
  >
  for (const [address, { name: title, symbol, decimals, erc20, logo = '' }] of Object.entries(map)) {
    if (!erc20 || !source) continue
    const bytes = source.files.get(`images/${logo}`)
    const type = /\.(svg|png)$/.exec(logo)?.[1] as 'svg' | 'png' | undefined
    const draw = () => (bytes && type ? icons.write({ bytes, type, source }) : undefined)
    const token = { chainId: 1, address: address as `0x${string}`, name: title, symbol, decimals }
    yield { ...token, rank: ranks.metamask, draw, source: name }
  }
}

/** Rows of [chain, id, ticker, decimals, name, signature, address, no countervalue, delisted, …]. */
function* ledger(sources: ReadonlyMap<string, Source>): Generator<Found> {
  const name = '@ledgerhq/cryptoassets'
  for (const file of sources.get(name)?.files.keys() ?? []) {
    const chainId = Number(/^lib\/data\/evm\/(\d+)\/erc20\.json$/.exec(file)?.[1])
    if (!chainId) continue
    for (const row of readJson(sources, name, file) as unknown[][]) {
      const [, , symbol, decimals, title, , address, , delisted] = row
      if (delisted === true) continue
      yield {
        chainId,
        address: address as `0x${string}`,
        name: String(title),
        symbol: String(symbol),
        decimals: Number(decimals),
        rank: ranks.listed,
        source: name,
      }
    }
  }
}

function isListable({ name, symbol, decimals }: Found): boolean {
  return (
    Number.isInteger(decimals) &&
    decimals > 0 &&
    decimals <= 77 &&
    symbol.length > 0 &&
    symbol.length <= maxSymbol &&
    /^\S+$/.test(symbol) &&
    name.trim().length > 0 &&
    name.length <= maxName &&
    !/[\p{Cc}\p{Cf}]/u.test(name + symbol)
  )
}

function normalise(address: string): `0x${string}` | undefined {
  return /^0x[0-9a-f]{40}$/i.test(address) ? getAddress(address.toLowerCase()) : undefined
}

function readJson(sources: ReadonlyMap<string, Source>, name: string, file: string): unknown {
  return JSON.parse(sources.get(name)?.files.get(file)?.toString('utf8') ?? 'null')
}
