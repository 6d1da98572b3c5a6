import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { NftMetadataService } from '../../modules/nfts/metadata.ts'
import { unguarded } from '../../providers/unguarded.ts'
import type { NodeIdentity } from '../../upstreams/NodeIdentity.ts'
import type { RpcNodes } from '../../upstreams/RpcNodes.ts'
import type { Family } from '../Family.ts'
import { createMintReader } from './createMintReader.ts'
import { createSolanaClient, type SolanaClient } from './createSolanaClient.ts'
import { readSolanaState } from './readSolanaState.ts'
import { solanaActivity } from './solanaActivity.ts'
import { solanaBalances } from './solanaBalances.ts'
import { solanaNfts } from './solanaNfts.ts'
import { slot as slotNumber } from './solanaSchemas.ts'

/** Solana over plain nodes. */
export function createSolana({
  nodes,
  metadata,
  now = Date.now,
}: {
  nodes: ReadonlyMap<CaipNetworkId, RpcNodes>
  metadata: Pick<NftMetadataService, 'describeFrom'>
  now?: () => number
}): Family {
  const clients = new Map<CaipNetworkId, SolanaClient>(
    [...nodes].map(([id, chain]) => [id, createSolanaClient({ nodes: chain })]),
  )
  const mints = createMintReader({ now })
  const slot = (chain: CaipNetworkId, deadline: number) =>
    (clients.get(chain) as SolanaClient).ask(
      { method: 'getSlot', params: [{ commitment: 'confirmed' }], schema: slotNumber },
      { deadline },
    )
  return {
    networks: clients,
    nodes,
    balances: [unguarded(solanaBalances({ clients, mints }))],
    activity: [unguarded(solanaActivity({ clients, mints }))],
    nfts: [unguarded(solanaNfts({ clients, mints, metadata }))],
    // Slots pass whether anything happens or not; an account has no newer mark of its own.
    stateOf: async ({ chain, deadline }) => String(await slot(chain, deadline)),
    readState: ({ chain, ...query }) =>
      readSolanaState({ client: clients.get(chain) as SolanaClient, ...query }),
    isWell: async ({ chain, deadline }) => (await slot(chain, deadline)) >= 0,
  }
}

/** Solana nodes say the hash of their first block; CAIP-2 has its first 32 letters. */
export function solanaIdentity(chain: CaipNetworkId): NodeIdentity {
  const { reference } = parseCaipNetworkId(chain)
  return {
    method: 'getGenesisHash',
    params: '[]',
    isOurs: (result) => (typeof result === 'string' ? result.startsWith(reference) : undefined),
  }
}
