import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import { unguarded } from '../../providers/unguarded.ts'
import type { NodeIdentity } from '../../upstreams/NodeIdentity.ts'
import type { RpcNodes } from '../../upstreams/RpcNodes.ts'
import type { Family } from '../Family.ts'
import { bitcoinActivity } from './bitcoinActivity.ts'
import { bitcoinBalances } from './bitcoinBalances.ts'
import { bitcoinUtxos } from './bitcoinUtxos.ts'
import type { Esplora } from './createEsplora.ts'
import { height } from './esploraSchemas.ts'
import { readBitcoinState } from './readBitcoinState.ts'
import { readStats } from './readStats.ts'

/** Bitcoin over Esplora servers, which know addresses; nodes, which do not, only take calls of JSON-RPC. */
export function createBip122({
  servers,
  nodes,
  now = Date.now,
}: {
  servers: ReadonlyMap<CaipNetworkId, Esplora>
  nodes: ReadonlyMap<CaipNetworkId, RpcNodes>
  now?: () => number
}): Family {
  const serverOf = (chain: CaipNetworkId) => servers.get(chain) as Esplora
  return {
    networks: servers,
    nodes,
    balances: [unguarded(bitcoinBalances({ servers }))],
    activity: [unguarded(bitcoinActivity({ servers, now }))],
    nfts: [
      // None are looked for: inscriptions need a server of their own.
      unguarded({
        id: 'none',
        serves: (chain) => servers.has(chain),
        cost: 0,
        rate: null,
        page: async () => ({ data: [], next: null }),
      }),
    ],
    utxos: bitcoinUtxos({ servers }),
    stateOf: async ({ chain, account, deadline }) =>
      (await readStats({ server: serverOf(chain), account, deadline })).state,
    readState: ({ chain, ...query }) => readBitcoinState({ server: serverOf(chain), ...query }),
    async isWell({ chain, deadline }) {
      const path = '/blocks/tip/height'
      return (await serverOf(chain).ask({ path, schema: height }, { deadline })) >= 0
    },
  }
}

/** Bitcoin nodes say the hash of their first block; CAIP-2 has its first 32 digits. */
export function bitcoinIdentity(chain: CaipNetworkId): NodeIdentity {
  const { reference } = parseCaipNetworkId(chain)
  return {
    method: 'getblockhash',
    params: '[0]',
    isOurs: (result) => (typeof result === 'string' ? result.startsWith(reference) : undefined),
  }
}
