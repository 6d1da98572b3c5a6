import type { CaipNetworkId } from '@portico/protocol'
import { streamEvents } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { openStream } from '../data/openStream.ts'
import type { Kit } from '../kit.ts'
import { toGatewayUrl } from '../toGatewayUrl.ts'

/**
 * Calls back when the gateway's stream says that a transaction is in a block, so that the network can be asked at once instead of at
 * the next poll. Does nothing without a gateway.
 *
 * @returns a function that stops listening
 */
export function wakeOnStatus(
  kit: Kit,
  { networkId, hash }: { networkId: CaipNetworkId; hash: string },
  wake: () => void,
): () => void {
  const { gatewayUrl } = kit.options
  if (gatewayUrl === undefined || typeof EventSource === 'undefined') return () => {}
  const stream = openStream(kit, {
    url: toGatewayUrl(gatewayUrl, '/v1/stream'),
    topics: `tx:${networkId}:${hash}`,
    events: ['snapshot', 'tx.status'],
    onEvent: (name, data) => {
      const event = z.safeParse(streamEvents[name === 'snapshot' ? 'snapshot' : 'tx.status'], data)
      const status = event.success ? event.data.status : undefined
      if (status === 'confirmed' || status === 'reverted' || status === 'finalized') wake()
    },
    // Polling goes on.
    onRefused() {},
  })
  return () => stream.close()
}
