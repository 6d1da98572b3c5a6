import { findLookAlike, getRecipients, listPaid } from '@portico/core/money'
import type { NamespaceId } from '@portico/protocol'
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
  const { data: history } = useActivity()
  // What has just been sent is remembered.
  const pending = useKitState((state) => state.money?.pending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const namespace = networkId.split(':')[0] as NamespaceId
    const subject = { namespace, networkId, from }
    const paid = listPaid(kit, subject, history ?? [])
    const isSame = kit.namespaces.get(namespace)?.isSameAddress ?? ((a, b) => a === b)
    return {
      paid,
      // The history comes from the gateway, which must not pass off one address for another that was paid from this browser.
      lookAlike: address && findLookAlike({ address, paid: [getRecipients(kit, subject), paid], isSame }),
      isFirst: !paid.some((other) => isSame(other, address ?? '')),
    }
  }, [kit, networkId, from, history, address, pending])
}
