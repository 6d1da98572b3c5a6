import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../shared/Chain.ts'
import type { Namespace } from '../shared/Namespace.ts'
import type { HeadReader } from './indexer/createHeadReader.ts'
import { readEvmPayment } from './readEvmPayment.ts'

/** Creates the eip155 namespace. */
export function createEvmNamespace({
  chains,
  readHead,
  ...sources
}: Pick<Namespace, 'upstreams' | 'balances' | 'activity' | 'nfts'> & {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** Reads the hash of the newest block, which is the version tag: holdings only change with a new block. */
  readHead: HeadReader
}): Namespace {
  return {
    ...sources,
    networks: chains,
    stateVersion: ({ chain, deadline }) => readHead(chains.get(chain) as Chain, { deadline }),
    // Live updates of EVM chains come from blocks, which cover all accounts at once.
    readState: async ({ chain }) => {
      throw new Error(`${chain}: live updates come from blocks`)
    },
    readPayment: ({ chain, ...query }) => readEvmPayment({ chain: chains.get(chain) as Chain, ...query }),
    async isWell({ chain, deadline }) {
      const call = { method: 'eth_blockNumber', params: [] }
      return typeof (await (chains.get(chain) as Chain).request(call, { deadline })) === 'string'
    },
  }
}
