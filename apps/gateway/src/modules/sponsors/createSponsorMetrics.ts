import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { Gauge, type Registry } from 'prom-client'
import { formatEther } from 'viem/utils'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { SponsorConfig } from '../../infra/config/SponsorConfig.ts'
import { readSponsorBalances } from './readSponsorBalances.ts'

/** Milliseconds that a scrape waits for the nodes. */
const readTimeoutMs = 3000

/**
 * Registers the balances that pay for operations, and the floors below which nothing is sponsored. The nodes are asked at each scrape; a
 * network whose node does not answer has no balances in it.
 */
export function createSponsorMetrics({
  registry,
  sponsoring: { networks },
  chains,
  log,
  now,
}: {
  registry: Registry
  sponsoring: SponsorConfig
  chains: ReadonlyMap<CaipNetworkId, Pick<Chain, 'requestMany'>>
  log: Log
  now: () => number
}): void {
  const registers = [registry]
  const labelNames = ['chain', 'of'] as const
  const floors = new Gauge({
    name: 'gateway_sponsor_floor',
    help: 'Balance in coins below which nothing is sponsored, by chain: of the deposit and of the relayer.',
    labelNames,
    registers,
  })
  for (const [chain, { depositFloor, relayerFloor, relayer }] of networks) {
    floors.set({ chain, of: 'deposit' }, toCoins(depositFloor))
    if (relayer) floors.set({ chain, of: 'relayer' }, toCoins(relayerFloor))
  }
  new Gauge({
    name: 'gateway_sponsor_balance',
    help: 'Balances in coins that pay for operations, by chain: the deposit of the paymaster and the relayer.',
    labelNames,
    registers,
    async collect() {
      const deadline = now() + readTimeoutMs
      const read = await Promise.all(
        [...networks].map(async ([id, { paymaster, relayer }]) => {
          const chain = chains.get(id)
          try {
            return [
              id,
              chain && (await readSponsorBalances({ chain, paymaster, relayer, deadline })),
            ] as const
          } catch (error) {
            log.warn({ chain: id, error }, 'the balances that pay for operations could not be read')
            return [id, undefined] as const
          }
        }),
      )
      this.reset()
      for (const [chain, balances] of read) {
        if (balances) this.set({ chain, of: 'deposit' }, toCoins(balances.deposit))
        if (balances?.relayer !== undefined) this.set({ chain, of: 'relayer' }, toCoins(balances.relayer))
      }
    },
  })
}

const toCoins = (wei: bigint): number => Number(formatEther(wei))
