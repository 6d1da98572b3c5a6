import { type Endpoint, getConnector, type NamespaceTransfers } from '@portico/core'
import type { SendDraft } from '@portico/core/money'
import { skipToken } from '@tanstack/query-core'
import { useQuery } from '../../../data/useQuery.ts'
import { useScope } from '../../../kit/KitContext.ts'

/** How often the highest amount is computed again while it is used, in milliseconds: fees change. */
const refreshMs = 10_000

/**
 * Returns the most that can be sent of the draft's asset, in base units: all of a token, and of the coin what is left after the
 * fee. Undefined while it is not known, and while the draft does not use it.
 */
export function useMaximum({
  draft: { asset, from, networkId, isMaximum, speed },
  balance,
  endpoint,
  transfers,
  to,
}: {
  draft: SendDraft
  balance: bigint | undefined
  endpoint: Endpoint | undefined
  transfers: NamespaceTransfers | undefined
  to: string | undefined
}): bigint | undefined {
  const { kit } = useScope()
  const isCoin = asset !== undefined && asset.token === undefined && asset.nft === undefined
  const isNeeded = isCoin && isMaximum && balance !== undefined
  const enabled = isNeeded && endpoint !== undefined && transfers !== undefined
  const { data } = useQuery({
    // With `enabled`: the options are read again only when the key changes.
    queryKey: ['maximum', networkId, from, String(balance), to ?? '', speed ?? '', String(enabled)],
    staleTime: 0,
    refetchInterval: refreshMs,
    queryFn: enabled
      ? () => {
          const provider = getConnector(kit, endpoint.network.chainNamespace)?.getProvider()
          return transfers.getMaximum({ ...endpoint, provider, from, to, balance, speed })
        }
      : skipToken,
  })
  return isCoin ? (isNeeded ? data : undefined) : balance
}
