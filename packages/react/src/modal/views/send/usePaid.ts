import { getNetwork } from '@portico/core'
import { findLookAlike, listPaid } from '@portico/core/money'
import type { CaipNetworkId } from '@portico/protocol'
import { useMemo } from 'react'
import { useActivity } from '../../../data/useActivity.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** Returns whom the account has itself paid, which of them `address` looks like without being it, and whether it is none of them. */
export function usePaid(address: string | undefined): {
  paid: readonly string[]
  lookAlike: string | undefined
  isFirst: boolean
} {
  const { kit } = useScope()
  const { address: from, networkId } = useSubject()
  const namespace = useKitState((state) => getNetwork(state)?.chainNamespace)
  const { data: history } = useActivity()
  // What has just been sent is remembered.
  const pending = useKitState((state) => state.money?.pending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    if (!namespace) return { paid: [], lookAlike: undefined, isFirst: true }
    const subject = { namespace, networkId: networkId as CaipNetworkId, from }
    const paid = listPaid(kit, subject, history ?? [])
    const isSame = kit.namespaces.get(namespace)?.isSameAddress ?? ((a, b) => a === b)
    return {
      paid,
      lookAlike: address && findLookAlike({ address, paid, isSame }),
      isFirst: !paid.some((other) => isSame(other, address ?? '')),
    }
  }, [kit, namespace, networkId, from, history, address, pending])
}
