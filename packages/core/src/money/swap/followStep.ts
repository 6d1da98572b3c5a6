import type { CaipNetworkId } from '@portico/protocol'
import { getEndpoint } from '../../getEndpoint.ts'
import type { Kit } from '../../kit.ts'
import { followTransfer } from '../followTransfer.ts'
import { hasFailed } from '../hasFailed.ts'
import type { MoneyAsset, PendingStatus, PendingTransfer } from '../moneyState.ts'
import type { SwapAsset, SwapPlan } from '../NamespaceSwaps.ts'
import type { SentTransaction } from '../NamespaceTransfers.ts'
import { setPending } from '../setPending.ts'
import type { SwapRequestStep, SwapStage } from './swapRun.ts'

/** How long an allowance may take until its outcome counts as unknown, in milliseconds. */
const timeoutMs = 600_000

/**
 * Waits until a sent step is in a block. Returns the stage of the swap if it is not, or has moved nothing. It is followed like a payment:
 * also after a reload, and further when its outcome is `unknown`. An allowance is not stored: it is read anew.
 */
export async function followStep(
  kit: Kit,
  {
    networkId,
    step,
    sent,
    plan: { order },
  }: { networkId: CaipNetworkId; step: SwapRequestStep; sent: SentTransaction; plan: SwapPlan },
): Promise<'confirmed' | SwapStage> {
  if (step !== 'swap') return toStage(step, await waitForOutcome(kit, { networkId, sent }))
  const entry: PendingTransfer = {
    ...{ id: crypto.randomUUID(), networkId, from: order.account, to: order.account },
    ...{ asset: toMoneyAsset(order.from), amount: `${order.amount}` },
    swap: { asset: toMoneyAsset(order.to), minimum: `${order.minimum}` },
    ...{ startedAt: Date.now(), status: 'sent', sent },
  }
  setPending(kit, entry)
  void followTransfer(kit, entry)
  const status = await new Promise<PendingStatus>((resolve) => {
    const unsubscribe = kit.store.subscribe(({ money }) => {
      const { status = 'unknown' } = money?.pending.find(({ id }) => id === entry.id) ?? {}
      if (status === 'sent') return
      unsubscribe()
      resolve(status)
    })
  })
  return toStage(step, status)
}

/** How an allowance ended; `unknown` after ten minutes. */
async function waitForOutcome(
  kit: Kit,
  { networkId, sent }: { networkId: CaipNetworkId; sent: SentTransaction },
): Promise<PendingStatus> {
  const endpoint = getEndpoint(kit, networkId)
  const namespace = endpoint && kit.namespaces.get(endpoint.network.chainNamespace)
  const transfers = await namespace?.transfers?.()
  if (!endpoint || !transfers) return 'unknown'
  try {
    return await transfers.waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    kit.logger.warn('A step of a swap could not be followed.', error)
    return 'unknown'
  }
}

function toStage(step: SwapRequestStep, status: PendingStatus): 'confirmed' | SwapStage {
  if (status === 'confirmed') return status
  return hasFailed(status) ? { name: 'failed', step, reason: status } : { name: 'unknown', step }
}

function toMoneyAsset({ token, symbol, decimals }: SwapAsset): MoneyAsset {
  return { token, name: symbol, symbol, decimals }
}
