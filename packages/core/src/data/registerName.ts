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

/** SLIP-44: one coin type for every EVM chain. */
const ethereum = 60

/**
 * Registers a name for the connected account: a nonce from the gateway, a signature from the wallet over what
 * `createNameMessage` writes, and the gateway keeps it.
 *
 * @param name the whole name, as the gateway suggested it: `alice.portico.local`
 * @throws NoActiveCaipAddressError · ConnectorNotFoundError · RpcError as the wallet answered (4001: the visitor said no) ·
 * GatewayError (`name-taken`, `name-reserved`, …) · GatewayUnreachableError
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
      // The one this application is set up with, never one it names itself: it could pass a signature on to another.
      gateway: new URL(kit.options.gatewayUrl ?? '').origin,
      nonce,
      issuedAt: new Date().toISOString(),
      expirationTime: new Date(expiresAt).toISOString(),
    })
    const signature = await connector.signMessage({ message, address })
    const record = await gatewayFetch(kit, {
      path: '/v1/profile/account',
      schema: nameRecord,
      body: { message, signature, coin_type: ethereum, address },
    })
    track(kit, 'REGISTER_NAME_SUCCESS', { name })
    const client = getQueryClient(kit)
    const key = address.toLowerCase()
    const queryKey = ['identity', key]
    // What the account is known by is another thing now, here and in the cache of the next visit. A name of ENS stays
    // before it. An answer that is under way is of the time before.
    await client.cancelQueries({ queryKey })
    if (!client.getQueryData<IdentityResponse>(queryKey)?.name) {
      const identity: IdentityResponse = { name, avatar: null, resolvedAt: record.updated_at }
      client.setQueryData(queryKey, identity)
      identityCache(kit).set(key, identity)
    }
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
