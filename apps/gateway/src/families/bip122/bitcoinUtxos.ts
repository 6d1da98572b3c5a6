import type { CaipNetworkId } from '@portico/protocol'
import type { UtxoSource } from '../UtxoSource.ts'
import type { Esplora } from './createEsplora.ts'
import { estimates, unspent } from './esploraSchemas.ts'

/** What is left out beyond this pays for little more than its own fee. */
const maxListed = 1000

/** Unspent outputs and fee rates, as Esplora servers know them. */
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
      // Nodes relay nothing for less, and nobody pays more to wait longer.
      const slow = Math.max(1, rates[144])
      const standard = Math.max(slow, rates[6])
      return { slow, standard, fast: Math.max(standard, rates[1]) }
    },
  }
}
