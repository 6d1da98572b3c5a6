import { type CaipAddress, createNameMessage, isUserRejection } from '@portico/protocol'
import {
  type IdentityResponse,
  type NameRecord,
  nameNonceResponse,
  nameRecord,
} from '@portico/protocol/gateway'
import { ConnectorNotFoundError, NoActiveCaipAddressError } from '../connectErrors.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { getQueryClient } from './getQueryClient.ts'
import { identityCache } from './identityCache.ts'
import { namesCache } from './namesCache.ts'

/** SLIP-44 coin type of Ethereum, used for every EVM chain. */
const ethereumCoinType = 60

/**
 * Registers a name for the connected account at the gateway. The wallet signs the message of `createNameMessage`,
 * with a nonce from the gateway.
 *
 * @param name The full name as suggested by the gateway, such as `alice.portico.local`.
 * @throws NoActiveCaipAddressError · ConnectorNotFoundError · RpcError with the wallet's code (4001: the user
 * rejected the request) · GatewayError (`name-taken`, `name-reserved`, …) · GatewayUnreachableError
 * @example
 * const record = await registerName(kit, { name: 'alice.portico.local' })
 */
export async function registerName(kit: Kit, { name }: { name: string }): Promise<NameRecord> {
  const state = kit.store.getState()
  const connected = getConnected(state)
  if (!connected) throw new NoActiveCaipAddressError()
  const { address, networkId, connectorId } = connected
  const connector = getConnector(kit, state.activeNamespace, connectorId)
  if (!connector) throw new ConnectorNotFoundError({ connectorId })
  track(kit, 'REGISTER_NAME_INITIATED', { name })
  try {
    const { nonce, expiresAt } = await gatewayFetch(kit, {
      path: '/v1/profile/nonce',
      schema: nameNonceResponse,
    })
    const message = createNameMessage({
      action: 'register',
      name,
      owner: `${networkId}:${address}` as CaipAddress,
      // The configured URL, never one from a response: a gateway could forward the signature to another gateway.
      gateway: new URL(kit.options.gatewayUrl ?? '').origin,
      nonce,
      issuedAt: new Date().toISOString(),
      expirationTime: new Date(expiresAt).toISOString(),
    })
    const signature = await connector.signMessage({ message, address })
    const record = await gatewayFetch(kit, {
      path: '/v1/profile/account',
      schema: nameRecord,
      body: { message, signature, coin_type: ethereumCoinType, address },
    })
    track(kit, 'REGISTER_NAME_SUCCESS', { name })
    const client = getQueryClient(kit)
    const key = address.toLowerCase()
    const queryKey = ['identity', key]
    // Show the new name now and, through the cache, on the next visit; but an ENS name has precedence. A response in
    // flight predates the registration.
    await client.cancelQueries({ queryKey })
    if (!client.getQueryData<IdentityResponse>(queryKey)?.name) {
      const identity: IdentityResponse = { name, avatar: null, resolvedAt: record.updated_at }
      client.setQueryData(queryKey, identity)
      identityCache(kit).set(key, identity)
    }
    client.setQueryData(['names-of', key], [name])
    namesCache(kit).set(key, [name])
    void client.invalidateQueries({ queryKey: ['names'] })
    return record
  } catch (error) {
    if (!isUserRejection(error)) {
      const message = error instanceof Error ? error.message : String(error)
      track(kit, 'REGISTER_NAME_ERROR', { name, message })
    }
    throw error
  }
}
