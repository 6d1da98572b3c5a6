import type { IconWriter } from './createIconWriter.ts'
import { readLiteral } from './readLiteral.ts'
import type { Source } from './Source.ts'

type TokenRow = {
  filePath: string
  symbol: string
  marketCapRank?: number | null
  addresses?: Readonly<Record<string, string>>
}
type NetworkRow = { id: string; filePath: string; caip2id?: string }

/** Chain IDs by the names that web3icons' token table uses for EVM chains. */
const chainIds: Readonly<Record<string, number>> = {
  ethereum: 1,
  'optimistic-ethereum': 10,
  cronos: 25,
  rootstock: 30,
  'binance-smart-chain': 56,
  syscoin: 57,
  xdai: 100,
  'polygon-pos': 137,
  'manta-pacific': 169,
  opbnb: 204,
  fantom: 250,
  boba: 288,
  zksync: 324,
  astar: 592,
  'metis-andromeda': 1088,
  'polygon-zkevm': 1101,
  moonbeam: 1284,
  moonriver: 1285,
  ronin: 2020,
  kava: 2222,
  mantle: 5000,
  canto: 7700,
  'klay-token': 8217,
  base: 8453,
  'arbitrum-one': 42161,
  'arbitrum-nova': 42170,
  celo: 42220,
  avalanche: 43114,
  linea: 59144,
  blast: 81457,
  scroll: 534352,
  aurora: 1313161554,
  'harmony-shard-0': 1666600000,
}

/** The tokens, networks and icons of web3icons. Icons are names of icon files. */
export type Web3Icons = {
  /** Returns a token's market cap rank and icon. */
  findToken(token: { chainId: number; address: string }): { rank: number; icon?: string } | undefined
  /** Returns the icon of the best-known token with a symbol, in any case. */
  symbolIcon(symbol: string): string | undefined
  /** The icons of all symbols, by lower-case symbol. */
  symbols: ReadonlyMap<string, string>
  walletIcon(name: string): string | undefined
  /** Returns the icon of a network by its CAIP-2 ID or its web3icons ID. */
  networkIcon(id: string): string | undefined
}

/** Reads the metadata of web3icons and writes the icons of its tokens and networks. */
export function readWeb3Icons({
  common,
  core,
  icons,
}: {
  common: Source
  core: Source
  icons: IconWriter
}): Web3Icons {
  const draw = (filePath: string): string | undefined => {
    const [kind, name] = filePath.split(':')
    const file = core.files.get(`dist/svgs/${kind}s/background/${name}.svg.js`)
    if (!file) return undefined
    const svg = readLiteral(file.toString('utf8'))
    return icons.write({ bytes: Buffer.from(String(svg)), type: 'svg', source: core })
  }
  const rows = <Row>(file: string) => readLiteral(common.files.get(file)?.toString('utf8') ?? '') as Row[]

  const tokens = new Map<string, { rank: number; icon?: string }>()
  const symbols = new Map<string, string>()
  const byRank = rows<TokenRow>('dist/metadata/tokens.js')
    .map((row) => ({ ...row, rank: row.marketCapRank || 9_999 })) // 0 and missing both mean unranked
    .sort((a, b) => a.rank - b.rank)
  for (const { filePath, symbol, rank, addresses = {} } of byRank) {
    const icon = draw(filePath)
    for (const [chain, address] of Object.entries(addresses)) {
      const key = `${chainIds[chain]}:${address.toLowerCase()}`
      if (!tokens.has(key)) tokens.set(key, { rank, ...(icon ? { icon } : {}) })
    }
    const name = symbol.toLowerCase()
    if (icon && !symbols.has(name)) symbols.set(name, icon)
  }
  const networks = new Map<string, string>()
  for (const { id, filePath, caip2id } of rows<NetworkRow>('dist/metadata/networks.js')) {
    const icon = draw(filePath)
    if (!icon) continue
    networks.set(id, icon)
    if (caip2id && !networks.has(caip2id)) networks.set(caip2id, icon)
  }
  return {
    findToken: ({ chainId, address }) => tokens.get(`${chainId}:${address.toLowerCase()}`),
    symbolIcon: (symbol) => symbols.get(symbol.toLowerCase()),
    symbols,
    walletIcon: (name) => draw(`wallet:${name}`),
    networkIcon: (id) => networks.get(id),
  }
}
