import type { Capabilities, NamespaceCalls } from '@portico/core'
import { type CaipNetworkId, isRecord, readProperty } from '@portico/protocol'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Asks a wallet what it supports (`wallet_getCapabilities`). What it says for the chain `0x0` holds for all.
 *
 * @throws {RpcError} with the wallet's code
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export const readCapabilities: NamespaceCalls['getCapabilities'] = async ({
  provider,
  account,
  networkIds,
}) => {
  const chainIds = networkIds.map(toChainId)
  const answer = await callWallet(provider as Provider, 'wallet_getCapabilities', [account, chainIds])
  const everywhere = toCapabilities(readProperty(answer, '0x0'))
  const found: Partial<Record<CaipNetworkId, Capabilities>> = {}
  for (const [index, networkId] of networkIds.entries()) {
    const own = toCapabilities(readProperty(answer, chainIds[index] as string))
    if (own || everywhere) found[networkId] = { ...everywhere, ...own }
  }
  return found
}

function toChainId(networkId: CaipNetworkId): string {
  return `0x${Number(networkId.split(':')[1]).toString(16)}`
}

function toCapabilities(value: unknown): Capabilities | undefined {
  return isRecord(value) ? value : undefined
}
