import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { NativeCoin } from '../../chain/nativeCoin.ts'
import { bitcoinNetworks } from './bitcoinNetworks.ts'

/** The coin of a Bitcoin network; that of a test network says so. */
export function bitcoinCoin(chain: CaipNetworkId): NativeCoin {
  const { name = 'Bitcoin', symbol = 'BTC' } = bitcoinNetworks[parseCaipNetworkId(chain).reference] ?? {}
  return { name, symbol, decimals: 8 }
}
