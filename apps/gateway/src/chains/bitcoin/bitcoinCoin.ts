import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { NativeCoin } from '../shared/nativeCoin.ts'
import { bitcoinNetworks } from './bitcoinNetworks.ts'

/** Returns the native coin of a Bitcoin network; test networks have names of their own. */
export function bitcoinCoin(chain: CaipNetworkId): NativeCoin {
  const { name = 'Bitcoin', symbol = 'BTC' } = bitcoinNetworks[parseCaipNetworkId(chain).reference] ?? {}
  return { name, symbol, decimals: 8 }
}
