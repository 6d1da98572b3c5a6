import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import { routers } from '@portico/protocol/swaps'
import type { Dex } from '../../../infra/config/SwapsConfig.ts'

/** Returns the exchanges of a network. */
export type Dexes = (chain: CaipNetworkId) => readonly Dex[]

/** Fees of Uniswap's pools in hundredths of a basis point. */
const fees = { v2: [3000], v3: [100, 500, 3000, 10_000] }

/**
 * Networks on which SwapRouter02 also swaps over the listed v2 pools, so that a route can have both kinds. Elsewhere it may work for
 * another v2 factory, so that v2 has a router of its own.
 *
 * @see https://github.com/Uniswap/docs/issues/666
 */
const shared: ReadonlySet<CaipNetworkId> = new Set(['eip155:1'])

/** Networks whose nodes run no code that is not deployed: there, quotes need a quoter that the operator names. */
const withoutDeployless: ReadonlySet<CaipNetworkId> = new Set(['eip155:324'])

/**
 * Creates the list of exchanges: those that the operator has configured for a network, else those of the catalogue. Of the
 * catalogue's, only those are used whose router pages and wallets know, because they accept no other.
 */
export function createDexes({
  configured,
  catalogue,
}: {
  configured: ReadonlyMap<CaipNetworkId, readonly Dex[]>
  catalogue: Pick<Catalogue, 'dexes'>
}): Dexes {
  const published = new Map<CaipNetworkId, readonly Dex[]>()
  return (chain) => {
    const own = configured.get(chain) ?? published.get(chain)
    if (own) return own
    const found = readPublished(chain, catalogue)
    // Only what is not empty: anyone may ask for any network.
    if (found.length > 0) published.set(chain, found)
    return found
  }
}

function readPublished(chain: CaipNetworkId, catalogue: Pick<Catalogue, 'dexes'>): Dex[] {
  const known = Object.hasOwn(routers, chain) ? routers[chain] : undefined
  if (!known?.wrapped || withoutDeployless.has(chain)) return []
  return catalogue.dexes(chain).flatMap(({ id, kind, factory, router: named }) => {
    const own = kind === 'v3' ? known.router02 : known.v2
    // Where package and kit disagree, one of them is wrong.
    if (!own || (named && named.toLowerCase() !== own)) return []
    const router = (shared.has(chain) ? known.router02 : own) as `0x${string}`
    return [{ id, kind, factory, router, fees: fees[kind] }]
  })
}
