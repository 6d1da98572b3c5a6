import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceProvider } from '../shared/providers/BalanceProvider.ts'
import { bitcoinCoin } from './bitcoinCoin.ts'
import type { Esplora } from './createEsplora.ts'
import { readStats } from './readStats.ts'

/** Provides the balance of Bitcoin addresses, pending transactions included. */
export function bitcoinBalances({
  servers,
}: {
  servers: ReadonlyMap<CaipNetworkId, Esplora>
}): BalanceProvider {
  return {
    id: 'esplora',
    serves: (chain) => servers.has(chain),
    cost: 1,
    rate: null,
    async list({ chain, account, deadline }) {
      const { amount } = await readStats({ server: servers.get(chain) as Esplora, account, deadline })
      return {
        holdings: [{ ...bitcoinCoin(chain), address: undefined, amount }],
        coverage: 'indexed',
        isPriced: false,
      }
    },
  }
}
