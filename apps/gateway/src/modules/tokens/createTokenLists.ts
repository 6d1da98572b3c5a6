import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import type { TokenConfig } from '../../infra/config/Config.ts'

/** Adapts the catalogue's token lists for balances, most popular token first. */
export function createTokenLists({
  catalogue,
}: {
  catalogue: Pick<Catalogue, 'tokenList'>
}): (chain: CaipNetworkId) => readonly TokenConfig[] {
  return (chain) =>
    catalogue.tokenList(chain).map(({ address, symbol, name, decimals, extensions }) => ({
      address,
      symbol,
      name,
      decimals,
      iconUrl: extensions && `/public/getTokenImage/${extensions.icon}`,
    }))
}
