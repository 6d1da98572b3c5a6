import type { CaipNetworkId } from '@portico/protocol'
import { simulatedMoves } from '@portico/protocol/gateway'
import { getConnector } from '../connectors/getConnector.ts'
import { gatewayFetch } from '../data/gatewayFetch.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import { isContradicted } from './isContradicted.ts'
import { NameChangedError } from './NameChangedError.ts'
import type { NamespaceTransfers, Transfer, TransferPlan, TransferSpeed } from './NamespaceTransfers.ts'
import { resolveName } from './resolveName.ts'

/** `contradicted`: the gateway's simulation says that something else would move than what is shown. */
export type SendPlan = TransferPlan & { isContradicted?: boolean | undefined }

/**
 * Reads what a transfer costs and whether it would succeed, from the network and, if there is one, from the gateway's simulation,
 * which can only forbid it. A name is asked for again.
 *
 * @throws NameChangedError if the name has another address by now · NameContradictedError
 */
export async function planSend(
  kit: Kit,
  {
    transfers,
    transfer,
    networkId,
    name,
    isMaximum,
    speed,
    signal,
  }: {
    transfers: NamespaceTransfers
    transfer: Transfer
    networkId: CaipNetworkId
    /** The name that the visitor entered instead of the address. */
    name?: string | undefined
    isMaximum: boolean
    speed?: TransferSpeed | undefined
    signal?: AbortSignal | undefined
  },
): Promise<SendPlan | undefined> {
  const endpoint = getEndpoint(kit, networkId)
  if (!endpoint) return undefined
  const id = endpoint.network.chainNamespace
  if (name !== undefined) {
    const found = await resolveName(kit, { name, networkId, transfers, signal })
    const isSame = found && kit.namespaces.get(id)?.isSameAddress(found.address, transfer.to)
    if (!isSame) throw new NameChangedError({ name })
  }
  const provider = getConnector(kit, id)?.getProvider()
  const plan = await transfers.plan({ ...endpoint, provider, transfer, isMaximum, speed })
  const { call } = plan
  if (!call || kit.options.gatewayUrl === undefined) return plan
  const simulated = await gatewayFetch(kit, {
    path: '/v1/tx/simulate',
    body: { chainId: networkId, from: transfer.from, ...call },
    schema: simulatedMoves,
    signal,
  }).catch(() => undefined)
  return { ...plan, isContradicted: simulated !== undefined && isContradicted(transfer, simulated) }
}
