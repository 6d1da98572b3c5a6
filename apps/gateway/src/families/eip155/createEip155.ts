import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../chain/Chain.ts'
import type { HeadReader } from '../../modules/balances/createHeadReader.ts'
import type { Family } from '../Family.ts'

/** EVM chains over their pipelines, with whatever else knows of them. */
export function createEip155({
  chains,
  readHead,
  ...sources
}: Pick<Family, 'nodes' | 'balances' | 'activity' | 'nfts'> & {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** The hash of the newest block: what an account holds changes with blocks alone. */
  readHead: HeadReader
}): Family {
  return {
    ...sources,
    networks: chains,
    stateOf: ({ chain, deadline }) => readHead(chains.get(chain) as Chain, { deadline }),
    // Blocks tell of every account at once.
    readState: async ({ chain }) => {
      throw new Error(`blocks of ${chain} are read instead`)
    },
    async isWell({ chain, deadline }) {
      const call = { method: 'eth_blockNumber', params: [] }
      return typeof (await (chains.get(chain) as Chain).request(call, { deadline })) === 'string'
    },
  }
}
