import type { CaipNetworkId } from '@portico/protocol'
import { getQueryClient } from '../data/getQueryClient.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { PendingStatus, PendingTransfer } from './moneyState.ts'
import type { SentTransaction, TransferOutcome } from './NamespaceTransfers.ts'
import { pendingLifetimeMs } from './pendingStore.ts'
import { setPending } from './setPending.ts'
import { wakeOnStatus } from './wakeOnStatus.ts'

/** How long a transaction may take before its state is `unknown`, in milliseconds. It is followed further. */
const unknownAfterMs = 600_000

/** Follows a sent payment until the chain says how it ended, for a day at most. */
export async function followTransfer(
  kit: Kit,
  { id, networkId, startedAt, sent }: PendingTransfer,
): Promise<void> {
  const endpoint = getEndpoint(kit, networkId)
  const namespace = endpoint && kit.namespaces.get(endpoint.network.chainNamespace)
  if (!sent || !endpoint || !namespace?.transfers) return
  const read = () => kit.store.getState().money?.pending.find((other) => other.id === id)
  const set = (part: Partial<PendingTransfer>) => {
    const entry = read()
    if (entry) setPending(kit, { ...entry, ...part })
  }
  const move = (from: PendingStatus, status: PendingStatus) => read()?.status === from && set({ status })
  const age = Date.now() - startedAt
  const timer = setTimeout(() => move('sent', 'unknown'), Math.max(0, unknownAfterMs - age))
  try {
    const signal = AbortSignal.timeout(Math.max(0, pendingLifetimeMs - age))
    const { waitForOutcome } = await namespace.transfers()
    const onExpiry = (expiry: string) => set({ sent: { ...sent, expiry } })
    const onDropped = (isDropped: boolean) => {
      if (!isDropped) return move('dropped', 'sent')
      return move('sent', 'dropped') || move('unknown', 'dropped')
    }
    // With the expiry that is known by now: the network forgets a transaction that was replaced.
    const wait = (stop: AbortSignal) =>
      waitForOutcome({ ...endpoint, sent: read()?.sent ?? sent, signal: stop, onExpiry, onDropped })
    set({ status: await withWakeUp({ kit, networkId, sent, signal, wait }) })
    const client = getQueryClient(kit)
    for (const list of ['portfolio', 'activity', 'nfts']) void client.invalidateQueries({ queryKey: [list] })
  } catch (error) {
    kit.logger.warn('A sent payment could not be followed.', error)
    set({ status: 'unknown' })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Waits for the outcome, and asks anew when the gateway says that there is one: only what the network itself says counts.
 */
function withWakeUp({
  kit,
  networkId,
  sent,
  signal,
  wait,
}: {
  kit: Kit
  networkId: CaipNetworkId
  sent: SentTransaction
  signal: AbortSignal
  wait: (stop: AbortSignal) => Promise<TransferOutcome>
}): Promise<TransferOutcome> {
  let current = new AbortController()
  return new Promise((resolve, reject) => {
    const start = () => {
      const attempt = current
      wait(AbortSignal.any([signal, attempt.signal])).then(
        (outcome) => end(() => resolve(outcome)),
        (error: unknown) => attempt.signal.aborted || end(() => reject(error)),
      )
    }
    const stop = wakeOnStatus(kit, { networkId, hash: sent.hash }, () => {
      current.abort()
      current = new AbortController()
      start()
    })
    const end = (settle: () => void) => {
      stop()
      current.abort()
      settle()
    }
    start()
  })
}
