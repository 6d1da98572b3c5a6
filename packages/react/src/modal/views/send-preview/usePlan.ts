import { getConnector, getEndpoint, type TransferPlan } from '@portico/core'
import type { QueryView } from '../../../data/queryView.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useScope } from '../../../kit/KitContext.ts'
import type { Send } from '../send/useSend.ts'

/** Reads from the network what a payment costs and whether it would succeed, once and on each change of what is sent. */
export function usePlan({ draft, amount, recipient: { address }, transfers }: Send): QueryView<TransferPlan> {
  const { kit } = useScope()
  const { asset, from, networkId, isMaximum, speed } = draft
  const endpoint = getEndpoint(kit, networkId)
  const isReady = asset !== undefined && amount !== undefined && address !== undefined
  return useQuery({
    queryKey: [
      'transfer-plan',
      networkId,
      from,
      JSON.stringify(asset),
      String(amount),
      address ?? '',
      speed ?? '',
    ],
    enabled: isReady && endpoint !== undefined && transfers !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      if (!isReady || !endpoint || !transfers) throw new Error('The query is not enabled.')
      const { token, nft, decimals } = asset
      return transfers.plan({
        ...endpoint,
        provider: getConnector(kit, endpoint.network.chainNamespace)?.getProvider(),
        transfer: { from, to: address, token, nft, amount, ...(token !== undefined && { decimals }) },
        isMaximum: isMaximum && token === undefined && nft === undefined,
        speed,
      })
    },
  })
}
