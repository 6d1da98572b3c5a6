import type { CaipNetworkId } from '@portico/protocol'
import { type FaucetResponse, faucetResponse } from '@portico/protocol/gateway'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import type { Kit } from '../../kit.ts'

/**
 * Asks the gateway's faucet to send test money to an account.
 *
 * @throws GatewayError (`faucet-limit` if the address has got some within the hour) · GatewayUnreachableError
 */
export function requestTestMoney(
  kit: Kit,
  { networkId, address }: { networkId: CaipNetworkId; address: string },
): Promise<FaucetResponse> {
  return gatewayFetch(kit, {
    path: '/v1/faucet',
    schema: faucetResponse,
    body: { chainId: networkId, address },
  })
}
