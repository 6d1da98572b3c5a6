import { activateNamespace, getConnector, pollUntil, type RpcClient } from '@portico/core'
import type { CopyId } from '../copy.ts'
import type { KitScope } from '../kit/KitContext.ts'
import { openModal } from '../modal/modalActions.ts'
import type { Snack } from '../modal/router.ts'

/** Screen readers miss a message that appears while the dialog is opening. */
const openedMs = 300

/**
 * Shows the activity of the account, and a message with the state of calls that the embedded wallet has sent, until they have
 * ended or the visitor closes the modal.
 */
export async function showCalls(scope: KitScope, id: string): Promise<void> {
  const { kit, router } = scope
  const provider = getConnector(kit, 'eip155')?.getProvider() as RpcClient | undefined
  activateNamespace(kit, { namespace: 'eip155' })
  openModal(scope, { name: 'account', tab: 'activity' })
  await new Promise((resolve) => setTimeout(resolve, openedMs))
  let shown: CallsState | undefined
  // Another view, or other calls, may have taken its place.
  const { stack } = router.store.getState()
  const isLeft = () => !router.store.getState().open || router.store.getState().stack[0] !== stack[0]
  await pollUntil({
    async isDone() {
      const answer = isLeft()
        ? undefined
        : await provider?.request({ method: 'wallet_getCallsStatus', params: [id] })
      if (typeof answer !== 'object' || answer === null || isLeft()) return true
      const state = readState(answer)
      if (state !== shown) router.showSnack(messages[state])
      shown = state
      return state !== 'pending'
    },
    // Ends when the modal is closed.
    signal: new AbortController().signal,
    firstDelayMs: 1_000,
    maxDelayMs: 4_000,
  })
}

type CallsState = 'pending' | 'done' | 'failed'

const messages: Readonly<Record<CallsState, Omit<Snack, 'id'> & { text: CopyId }>> = {
  pending: { kind: 'loading', text: 'calls.pending' },
  done: { kind: 'success', text: 'calls.done' },
  failed: { kind: 'error', text: 'calls.failed' },
}

/** Reads the answer of `wallet_getCallsStatus`, in version 2.0.0 or 1.0. */
function readState(answer: object): CallsState {
  const { status, receipts } = answer as { status?: unknown; receipts?: { status?: unknown }[] }
  if (status === 100 || status === 'PENDING') return 'pending'
  if (status === 200) return 'done'
  return status === 'CONFIRMED' && receipts?.[0]?.status === '0x1' ? 'done' : 'failed'
}
