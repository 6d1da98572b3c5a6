import type { CaipNetworkId } from '@portico/protocol'
import type { WalletNetworksResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Chain } from '../../../chains/shared/Chain.ts'
import type { SponsorConfig } from '../../../infra/config/SponsorConfig.ts'
import type { Projects } from '../../projects/service.ts'
import { readSponsorBalances } from '../../sponsors/readSponsorBalances.ts'

type Network = WalletNetworksResponse[number]

/** Returns who pays for the operations of a project's visitors on a network, and in which tokens they can pay themselves. */
export type Sponsors = (query: {
  chain: CaipNetworkId
  projectId: string
}) => Promise<Pick<Network, 'sponsor' | 'feeTokens'>>

const timeoutMs = 2000
/** Milliseconds for which the balances of the sponsor are not read again. */
const cacheMs = 15_000

/** Creates the list of sponsors. Nobody sponsors whose deposit, or whose relayer's balance, is below its floor. */
export function createSponsors({
  config,
  chains,
  projects,
  log,
  now,
}: {
  config: SponsorConfig | undefined
  chains: ReadonlyMap<CaipNetworkId, Chain>
  projects: Pick<Projects, 'list'>
  log: Log
  now: () => number
}): Sponsors {
  const cached = new Map<CaipNetworkId, { canPay: Promise<boolean>; at: number }>()

  async function readBalances(chain: Chain): Promise<boolean> {
    const network = config?.networks.get(chain.id)
    if (!network) return false
    const { depositFloor, relayerFloor } = network
    const deadline = Date.now() + timeoutMs
    const { deposit, relayer } = await readSponsorBalances({ ...network, chain, deadline })
    return deposit >= depositFloor && (relayer === undefined || relayer >= relayerFloor)
  }

  function canPay(chain: Chain): Promise<boolean> {
    const last = cached.get(chain.id)
    if (last && now() - last.at < cacheMs) return last.canPay
    const reading = readBalances(chain).catch((error) => {
      log.warn({ chain: chain.id, error }, 'the balances of the sponsor could not be read')
      return false
    })
    cached.set(chain.id, { canPay: reading, at: now() })
    return reading
  }

  return async ({ chain: id, projectId }) => {
    const network = config?.networks.get(id)
    const chain = chains.get(id)
    const isSponsored = config?.projects.get(projectId)?.has(id) === true
    if (!network || !chain || !isSponsored || !(await canPay(chain))) return { feeTokens: [] }
    const name = projects.list().find((project) => project.id === projectId)?.name ?? projectId
    return {
      sponsor: { paymaster: network.paymaster, name },
      feeTokens: network.feeTokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
    }
  }
}
