import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Namespace } from '../shared/Namespace.ts'
import type { NftMetadataReader } from '../shared/providers/NftMetadata.ts'
import { withoutCircuitBreaker } from '../shared/providers/withoutCircuitBreaker.ts'
import type { RpcUpstreams } from '../shared/upstreams/RpcUpstreams.ts'
import type { UpstreamIdentity } from '../shared/upstreams/UpstreamIdentity.ts'
import { createMintReader } from './createMintReader.ts'
import { createSolanaClient, type SolanaClient } from './createSolanaClient.ts'
import { readSolanaPayment } from './readSolanaPayment.ts'
import { readSolanaState } from './readSolanaState.ts'
import { solanaActivity } from './solanaActivity.ts'
import { solanaBalances } from './solanaBalances.ts'
import { solanaNfts } from './solanaNfts.ts'
import { slot as slotNumber } from './solanaSchemas.ts'

/** Creates the solana namespace over its upstreams. */
export function createSolanaNamespace({
  upstreams,
  metadata,
  now = Date.now,
}: {
  upstreams: ReadonlyMap<CaipNetworkId, RpcUpstreams>
  metadata: NftMetadataReader
  now?: () => number
}): Namespace {
  const clients = new Map<CaipNetworkId, SolanaClient>(
    [...upstreams].map(([id, chain]) => [id, createSolanaClient({ upstreams: chain })]),
  )
  const mints = createMintReader({ now })
  const slot = (chain: CaipNetworkId, deadline: number) =>
    (clients.get(chain) as SolanaClient).ask(
      { method: 'getSlot', params: [{ commitment: 'confirmed' }], schema: slotNumber },
      { deadline },
    )
  return {
    networks: clients,
    upstreams,
    balances: [withoutCircuitBreaker(solanaBalances({ clients, mints }))],
    activity: [withoutCircuitBreaker(solanaActivity({ clients, mints, metadata }))],
    async readTokens({ chain, addresses, deadline }) {
      const client = clients.get(chain) as SolanaClient
      const found = await mints.read({ client, mints: addresses, deadline })
      return new Map([...found].filter(([, { isNft }]) => !isNft))
    },
    nfts: [withoutCircuitBreaker(solanaNfts({ clients, mints, metadata }))],
    // The slot changes even if the account does not, but accounts have no version of their own.
    stateVersion: async ({ chain, deadline }) => String(await slot(chain, deadline)),
    readState: ({ chain, ...query }) =>
      readSolanaState({ client: clients.get(chain) as SolanaClient, ...query }),
    readPayment: ({ chain, ...query }) =>
      readSolanaPayment({ client: clients.get(chain) as SolanaClient, ...query }),
    isWell: async ({ chain, deadline }) => (await slot(chain, deadline)) >= 0,
  }
}

/** Verifies a Solana upstream by its genesis hash, which begins with the CAIP-2 reference. */
export function solanaIdentity(chain: CaipNetworkId): UpstreamIdentity {
  const { reference } = parseCaipNetworkId(chain)
  return {
    method: 'getGenesisHash',
    params: '[]',
    isOurs: (result) => (typeof result === 'string' ? result.startsWith(reference) : undefined),
  }
}
