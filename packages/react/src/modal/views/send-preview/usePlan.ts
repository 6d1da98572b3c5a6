import { NameChangedError, NameContradictedError, planSend, type SendPlan } from '@portico/core/money'
import type { QueryView } from '../../../data/queryView.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useScope } from '../../../kit/KitContext.ts'
import type { Send } from '../send/useSend.ts'

/** How often the plan is made again while it is shown, in milliseconds: fees change. */
const refreshMs = 15_000

/** Reads from the network what a payment costs and whether it would succeed; again on each change, and from time to time. */
export function usePlan({
  draft,
  amount,
  recipient: { address, name },
  transfers,
  isReady,
}: Send): QueryView<SendPlan | { error: 'name-changed' }> {
  const { kit } = useScope()
  const { asset, from, networkId, isMaximum, speed, linkData } = draft
  const what = JSON.stringify([asset, linkData, name])
  const enabled = isReady && transfers !== undefined
  return useQuery({
    queryKey: [
      'send-plan',
      networkId,
      from,
      what,
      String(amount),
      address ?? '',
      speed ?? '',
      String(enabled),
    ],
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => {
      if (!asset || amount === undefined || !address || !transfers)
        throw new Error('The query is not enabled.')
      const { token, nft, decimals } = asset
      const isCoin = token === undefined && nft === undefined
      const transfer = {
        ...{ from, to: address, token, nft, amount, linkData },
        decimals: isCoin || nft ? undefined : decimals,
      }
      try {
        const plan = await planSend(kit, {
          ...{ transfers, transfer, networkId, name, speed, signal },
          isMaximum: isMaximum && isCoin,
        })
        if (!plan) throw new Error('The application does not list the network.')
        return plan
      } catch (error) {
        // Ethereum gives the name another address than the gateway, which gave it this one before.
        if (error instanceof NameChangedError || error instanceof NameContradictedError)
          return { error: 'name-changed' as const }
        throw error
      }
    },
  })
}
