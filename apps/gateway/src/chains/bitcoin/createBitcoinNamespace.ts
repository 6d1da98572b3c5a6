import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Namespace } from '../shared/Namespace.ts'
import { withoutCircuitBreaker } from '../shared/providers/withoutCircuitBreaker.ts'
import type { RpcUpstreams } from '../shared/upstreams/RpcUpstreams.ts'
import type { UpstreamIdentity } from '../shared/upstreams/UpstreamIdentity.ts'
import { bitcoinActivity } from './bitcoinActivity.ts'
import { bitcoinBalances } from './bitcoinBalances.ts'
import { bitcoinUtxos } from './bitcoinUtxos.ts'
import type { Esplora } from './createEsplora.ts'
import { height } from './esploraSchemas.ts'
import { readBitcoinPayment } from './readBitcoinPayment.ts'
import { readBitcoinState } from './readBitcoinState.ts'
import { readStats } from './readStats.ts'

/**
 * Creates the bip122 namespace. Esplora servers, which index addresses, provide all data; upstreams only take JSON-RPC
 * requests.
 */
export function createBitcoinNamespace({
  servers,
  upstreams,
  now = Date.now,
}: {
  servers: ReadonlyMap<CaipNetworkId, Esplora>
  upstreams: ReadonlyMap<CaipNetworkId, RpcUpstreams>
  now?: () => number
}): Namespace {
  const serverOf = (chain: CaipNetworkId) => servers.get(chain) as Esplora
  return {
    networks: servers,
    upstreams,
    balances: [withoutCircuitBreaker(bitcoinBalances({ servers }))],
    activity: [withoutCircuitBreaker(bitcoinActivity({ servers, now }))],
    nfts: [
      // Always empty: inscriptions would need an indexer of their own.
      withoutCircuitBreaker({
        id: 'none',
        serves: (chain) => servers.has(chain),
        cost: 0,
        rate: null,
        page: async () => ({ data: [], next: null }),
      }),
    ],
    utxos: bitcoinUtxos({ servers }),
    stateVersion: async ({ chain, account, deadline }) =>
      (await readStats({ server: serverOf(chain), account, deadline })).state,
    readState: ({ chain, ...query }) => readBitcoinState({ server: serverOf(chain), ...query }),
    readPayment: ({ chain, ...query }) => readBitcoinPayment({ server: serverOf(chain), ...query }),
    async isWell({ chain, deadline }) {
      const path = '/blocks/tip/height'
      return (await serverOf(chain).ask({ path, schema: height }, { deadline })) >= 0
    },
  }
}

/** Verifies a Bitcoin upstream by its genesis hash, which begins with the CAIP-2 reference. */
export function bitcoinIdentity(chain: CaipNetworkId): UpstreamIdentity {
  const { reference } = parseCaipNetworkId(chain)
  return {
    method: 'getblockhash',
    params: '[0]',
    isOurs: (result) => (typeof result === 'string' ? result.startsWith(reference) : undefined),
  }
}
