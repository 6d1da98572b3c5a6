import type { CaipNetworkId } from '@portico/protocol'
import type { WalletNetworksResponse } from '@portico/protocol/gateway'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Log } from '@portico/server'
import type { Chain } from '../../../chains/shared/Chain.ts'
import type { Sponsors } from './createSponsors.ts'

const { EIP7702StatelessDeleGator: implementation, DelegationManager } = delegatorContracts
/** Milliseconds that one answer waits for nodes; a slow network is in a later answer. */
const readTimeoutMs = 3000
/** Milliseconds until a network is read again whose node could not be asked, or has no contracts. */
const retryMs = { failed: 15_000, absent: 10 * 60_000 }

/**
 * Creates the service that lists the networks with smart accounts. A network whose contracts were found is not read again: a
 * contract stays where it is.
 *
 * @param networks the networks on which the operator offers smart accounts.
 */
export function createWalletNetworks({
  networks,
  sponsors,
  chains,
  log,
  now,
}: {
  networks: readonly CaipNetworkId[]
  sponsors: Sponsors
  chains: ReadonlyMap<CaipNetworkId, Chain>
  log: Log
  now: () => number
}) {
  const found = new Set<CaipNetworkId>()
  /** By network: until when it is not read again (milliseconds since the epoch). */
  const paused = new Map<CaipNetworkId, number>()
  const running = new Map<CaipNetworkId, Promise<void>>()

  async function read(chain: Chain): Promise<void> {
    try {
      const hasContracts = await readContracts(chain)
      if (hasContracts) found.add(chain.id)
      else paused.set(chain.id, now() + retryMs.absent)
      if (!hasContracts) log.warn({ chain: chain.id }, 'no contracts of smart accounts on this network')
    } catch (error) {
      paused.set(chain.id, now() + retryMs.failed)
      log.warn({ chain: chain.id, error }, 'the contracts of smart accounts could not be read')
    } finally {
      running.delete(chain.id)
    }
  }

  return {
    /**
     * Lists the networks whose node shows the contracts of smart accounts.
     *
     * @param projectId the project of the page, if it is known: who sponsors depends on it.
     */
    async list({ projectId }: { projectId?: string | undefined } = {}): Promise<WalletNetworksResponse> {
      await Promise.all(
        networks.map((network) => {
          const chain = chains.get(network)
          if (!chain || found.has(network) || (paused.get(network) ?? 0) > now()) return undefined
          const reading = running.get(network) ?? read(chain)
          running.set(network, reading)
          return reading
        }),
      )
      const listed = networks.filter((network) => found.has(network))
      return Promise.all(
        listed.map(async (chainId) => ({
          chainId,
          implementation,
          ...(projectId === undefined ? { feeTokens: [] } : await sponsors({ chain: chainId, projectId })),
        })),
      )
    },
  }
}

/** Returns whether both contracts are there. Their addresses depend on their code (CREATE2), so any contract there is theirs. */
async function readContracts(chain: Chain): Promise<boolean> {
  const addresses = [implementation, DelegationManager]
  const codes = await chain.requestMany(
    addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
    { deadline: Date.now() + readTimeoutMs },
  )
  const [own, manager] = codes.map(readCode)
  // The implementation contains the address of the manager that it obeys.
  return manager !== '' && own?.includes(DelegationManager.slice(2).toLowerCase()) === true
}

/**
 * Returns the code of a contract in lower case; empty if there is none.
 *
 * @throws {Error} if the upstream returned something else. An account that delegates its code cannot be at these addresses.
 */
function readCode(code: unknown): string {
  if (typeof code !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(code) || /^0xef/i.test(code))
    throw new Error('The upstream returned no code for eth_getCode.')
  return code.slice(2).toLowerCase()
}
