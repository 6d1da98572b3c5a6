import type { CaipNetworkId } from '@portico/protocol'
import { coinSentinel } from '@portico/protocol/gateway'

/** Returns a token, or the network's coin, as `convert` calls name it (CAIP-10). */
export function toCaipAsset(networkId: CaipNetworkId, token: string | undefined): string {
  return `${networkId}:${token ?? coinSentinel}`
}
