import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import { createUpstreamPool } from '../../shared/upstreams/createUpstreamPool.ts'
import type { OnHedge, OnUpstream, UpstreamPool } from '../../shared/upstreams/UpstreamPool.ts'
import { evmIdentity } from './evmIdentity.ts'
import { evmPolicy } from './evmPolicy.ts'

/**
 * Creates the upstreams of an EVM chain: a pool with the EVM policy.
 *
 * @param options.consensus whether `eth_getBalance` and `eth_call` need the same answer from two upstreams.
 */
export function createEvmUpstreams({
  chain,
  consensus = false,
  onHedge = () => {},
  ...options
}: {
  chain: CaipNetworkId
  urls: readonly string[]
  dispatcher: Dispatcher
  log: Log
  consensus?: boolean
  onUpstream?: OnUpstream
  onHedge?: OnHedge
  now?: () => number
}): UpstreamPool {
  return createUpstreamPool({
    ...options,
    chain,
    identity: evmIdentity(chain),
    policy: evmPolicy({ consensus, onHedge }),
  })
}
