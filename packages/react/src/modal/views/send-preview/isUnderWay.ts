import { isUnsettled, type PendingTransfer, type SendDraft, type SendPlan } from '@portico/core/money'

/** Returns whether a payment with the same asset, amount and recipient is on its way, or may be. */
export function isUnderWay(
  pending: readonly PendingTransfer[],
  { draft: { asset, from, networkId }, plan: { transfer } }: { draft: SendDraft; plan: SendPlan },
): boolean {
  return pending.some(
    (entry) =>
      isUnsettled(entry) &&
      entry.networkId === networkId &&
      entry.from === from &&
      entry.to === transfer.to &&
      entry.amount === transfer.amount.toString() &&
      entry.asset.token === asset?.token &&
      entry.asset.nft?.tokenId === asset?.nft?.tokenId,
  )
}
