import type { CaipNetworkId } from '@portico/protocol'
import type { UtxoSource } from '../shared/UtxoSource.ts'
import type { Esplora } from './createEsplora.ts'
import { estimates, unspent } from './esploraSchemas.ts'

/** Smaller outputs beyond this number are worth little more than the fee to spend them. */
const maxListed = 1000

/** Provides unspent outputs and fee rates from Esplora. */
export function bitcoinUtxos({ servers }: { servers: ReadonlyMap<CaipNetworkId, Esplora> }): UtxoSource {
  const serverOf = (chain: CaipNetworkId) => servers.get(chain) as Esplora
  return {
    async list({ chain, account, deadline }) {
      const path = `/address/${account}/utxo`
      const found = await serverOf(chain).ask({ path, schema: unspent }, { deadline })
      return found
        .toSorted((a, b) => b.value - a.value)
        .slice(0, maxListed)
        .map(({ txid, vout, value, status: { confirmed, block_height: height } }) => ({
          txid,
          vout,
          value: String(value),
          confirmed,
          ...(confirmed && typeof height === 'number' ? { height } : {}),
        }))
    },
    async rates({ chain, deadline }) {
      const rates = await serverOf(chain).ask({ path: '/fee-estimates', schema: estimates }, { deadline })
      // Nodes relay nothing below 1 sat/vB. Estimates may be out of order, so make them ascending.
      const slow = Math.max(1, rates[144])
      const standard = Math.max(slow, rates[6])
      return { slow, standard, fast: Math.max(standard, rates[1]) }
    },
  }
}
