import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { createEvmUpstreams } from '../chains/evm/upstreams/createEvmUpstreams.ts'
import type { OnUpstream, UpstreamPool } from '../chains/shared/upstreams/UpstreamPool.ts'

/** Creates the upstreams of chain 31337 for a test; `onUpstream` is called for every exchange with them. */
export function createTestUpstreams({
  urls,
  onUpstream = () => {},
}: {
  urls: readonly string[]
  onUpstream?: OnUpstream
}): UpstreamPool {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const log = createLog({ level: 'silent' })
  return createEvmUpstreams({ chain: 'eip155:31337', urls, dispatcher, log, onUpstream })
}
