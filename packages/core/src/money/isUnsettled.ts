import type { PendingTransfer } from './moneyState.ts'

/** Returns whether a payment may still move something: it is on its way, may have been sent, or could be sent again by the wallet. */
export const isUnsettled = ({ status }: PendingTransfer): boolean =>
  status === 'wallet' || status === 'sent' || status === 'unknown' || status === 'dropped'
