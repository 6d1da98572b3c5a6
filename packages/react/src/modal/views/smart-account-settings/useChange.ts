import type { SmartAccountChange } from '@portico/core/embedded'
import { type ChangeSmartAccountParameters, changeSmartAccount } from '@portico/core/smartAccounts'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** A change of the smart account, as a row shows it. */
export interface ShownChange {
  /** What happened, in the visitor's words; undefined before the first try. */
  message: string | undefined
  isRunning: boolean
  isConfirmed: boolean
  /** Whether it is the latest one: its control has the focus when the visitor comes back from the wallet. */
  isLatest: boolean
  hash: string | undefined
  start(): void
}

/** Returns how far a change of the smart account is, and what starts it. */
export function useChange(wanted: ChangeSmartAccountParameters): ShownChange {
  const { kit } = useScope()
  const changes = useKitState((state) => state.embedded?.smartAccountChanges)
  const change = changes?.find(
    ({ kind, networkId, permissionId }) =>
      kind === wanted.kind && networkId === wanted.networkId && permissionId === wanted.permissionId,
  )
  return {
    message: change && describeChange(change),
    isRunning: change?.status === 'wallet' || change?.status === 'sent',
    isConfirmed: change?.status === 'confirmed',
    isLatest: change !== undefined && change === changes?.at(-1),
    hash: change?.hash,
    start: () => void changeSmartAccount(kit, wanted),
  }
}

/** Returns what happened, in the visitor's words. */
export function describeChange({ kind, status }: SmartAccountChange): string {
  return text(status === 'sent' || status === 'confirmed' ? `change.${status}.${kind}` : `change.${status}`)
}
