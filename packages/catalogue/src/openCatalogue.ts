import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaipNetworkId } from '@portico/protocol'
import type {
  Catalogue,
  CatalogueDex,
  CatalogueNetwork,
  CatalogueToken,
  CatalogueWallet,
} from './Catalogue.ts'
import { catalogueFolder } from './catalogueFolder.ts'
import { iconTypes } from './iconTypes.ts'
import { tokenFile } from './tokenFile.ts'

// A content hash and an extension, so that a name cannot refer to a file outside the folder.
const iconName = /^[0-9a-f]{32}\.([a-z]+)$/

/**
 * Opens the built catalogue. If nothing has been built, the catalogue is empty, so that a server can start anyway.
 *
 * @example
 * const catalogue = openCatalogue()
 * catalogue.wallets[0]?.wallet.name // 'MetaMask'
 * catalogue.tokenList('eip155:1').slice(0, 500)
 */
export function openCatalogue({ folder = catalogueFolder }: { folder?: string | undefined } = {}): Catalogue {
  const read = <Type>(file: string, fallback: Type): Type => {
    const path = join(folder, file)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Type) : fallback
  }
  const { version } = read('catalogue.json', { version: '' })
  const networks = read<readonly CatalogueNetwork[]>('networks.json', [])
  const networkIcons = new Map(networks.map(({ id, icon }) => [id as string, icon]))
  const symbolIcons = new Map(Object.entries(read<Record<string, string>>('symbols.json', {})))
  const dexes = new Map(Object.entries(read<Record<string, readonly CatalogueDex[]>>('dexes.json', {})))
  const tokenLists = new Map<CaipNetworkId, TokenList>()

  function tokensOf(chain: CaipNetworkId): TokenList {
    const known = tokenLists.get(chain)
    if (known) return known
    const { tokens } = read<{ tokens: readonly CatalogueToken[] }>(tokenFile(chain), { tokens: [] })
    // Do not cache empty lists: anyone may request any chain, and the cache must stay bounded.
    if (tokens.length === 0) return noTokens
    const icons = new Map(tokens.map((token) => [token.address.toLowerCase(), token.extensions?.icon]))
    const list = { tokens, icons }
    tokenLists.set(chain, list)
    return list
  }

  return {
    version,
    wallets: read<readonly CatalogueWallet[]>('wallets.json', []),
    networks,
    dexes: (chain) => dexes.get(chain) ?? [],
    tokenList: (chain) => tokensOf(chain).tokens,
    tokenIcon: ({ chain, address }) => tokensOf(chain).icons.get(address.toLowerCase()),
    symbolIcon: (symbol) => symbolIcons.get(symbol.toLowerCase()),
    networkIcon: (chain) => networkIcons.get(chain),
    async readIcon(file) {
      const type = iconTypes.get(iconName.exec(file)?.[1] ?? '')
      if (type === undefined) return undefined
      try {
        return { bytes: new Uint8Array(await readFile(join(folder, 'icons', file))), type }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

type TokenList = { tokens: readonly CatalogueToken[]; icons: ReadonlyMap<string, string | undefined> }
const noTokens: TokenList = { tokens: [], icons: new Map() }
