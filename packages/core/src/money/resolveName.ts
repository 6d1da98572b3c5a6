import type { CaipNetworkId } from '@portico/protocol'
import { type ResolveResponse, resolveResponse } from '@portico/protocol/gateway'
import { gatewayFetch } from '../data/gatewayFetch.ts'
import type { Kit } from '../kit.ts'
import { findNetwork } from '../selectors.ts'
import { NameContradictedError } from './NameContradictedError.ts'
import type { NamespaceTransfers } from './NamespaceTransfers.ts'

/**
 * Asks the gateway for the address that a name has on a network. If the application has an RPC URL of its own for Ethereum, what the
 * gateway answers must be what Ethereum says. Returns undefined if the answer is nobody who can be paid on the network.
 *
 * @param parameters.transfers of the network's namespace
 * @throws GatewayError `name-unknown` if it has none · GatewayUnreachableError · NameContradictedError
 */
export async function resolveName(
  kit: Kit,
  {
    name,
    networkId,
    transfers,
    signal,
  }: {
    name: string
    networkId: CaipNetworkId
    transfers: NamespaceTransfers
    signal?: AbortSignal | undefined
  },
): Promise<ResolveResponse | undefined> {
  const found = await gatewayFetch(kit, {
    path: `/v1/resolve/${encodeURIComponent(name)}`,
    query: { chainId: networkId },
    schema: resolveResponse,
    signal,
  })
  const network = findNetwork(kit.store.getState(), networkId)
  const recipient = network && transfers.readRecipient({ text: found.address, network })
  if (!recipient || recipient.isLink) return undefined
  const { address } = recipient
  const { customRpcUrls, gatewayUrl } = kit.options
  const customUrls = customRpcUrls?.['eip155:1']
  const expected = transfers.toNameRecord?.({ address, network })
  if (customUrls && expected) {
    const ethereum = await kit.namespaces.get('eip155')?.transfers?.()
    if (await ethereum?.isNameContradicted?.({ name, found, expected, customUrls, gatewayUrl }))
      throw new NameContradictedError({ name })
  }
  return { ...found, address }
}
