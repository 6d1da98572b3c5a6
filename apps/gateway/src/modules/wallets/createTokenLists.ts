import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import type { TokenConfig } from '../../config/Config.ts'

/** The catalogue's token lists as balances read them, best known first. */
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
