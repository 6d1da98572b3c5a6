import type { CaipNetworkId } from '@portico/protocol'
import { openStream } from '../../data/openStream.ts'
import type { Kit } from '../../kit.ts'
import { toGatewayUrl } from '../../toGatewayUrl.ts'

/**
 * Calls `onHead` with every new block of a network, from the gateway's stream.
 *
 * @returns a function that stops; undefined if there is no stream
 */
export function watchHeads(
  kit: Kit,
  { networkId, onHead }: { networkId: CaipNetworkId; onHead: () => void },
): (() => void) | undefined {
  const { gatewayUrl } = kit.options
  if (gatewayUrl === undefined || typeof EventSource === 'undefined') return undefined
  const stream = openStream(kit, {
    url: toGatewayUrl(gatewayUrl, '/v1/stream'),
    topics: `chain:${networkId}`,
    events: ['chain.health'],
    onEvent: onHead,
    // The gateway does not follow this network: prices are read again on a timer.
    onRefused: () => {},
  })
  return () => stream.close()
}
