import type { State } from '../../state.ts'
import type { PendingTransfer } from '../moneyState.ts'

/** Returns the transfer with which the visitor pays what the application has asked for, the newest if there are several. */
export function findPayment({ money }: State): PendingTransfer | undefined {
  const pay = money?.pay
  if (!pay) return undefined
  const { networkId, recipient, token, amount } = pay.request
  return money.pending.find(
    (entry) =>
      entry.startedAt >= pay.startedAt &&
      entry.networkId === networkId &&
      entry.to === recipient &&
      entry.asset.token === token &&
      entry.asset.nft === undefined &&
      entry.amount === amount,
  )
}
