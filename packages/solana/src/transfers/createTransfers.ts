import type { NamespaceTransfers } from '@portico/core'
import type { Commitment } from '../Commitment.ts'
import { getMaximum, planTransfer } from './planTransfer.ts'
import { readRecipient } from './readRecipient.ts'
import { sendTransfer } from './sendTransfer.ts'
import { toNameRecord } from './toNameRecord.ts'
import { toPaymentLink } from './toPaymentLink.ts'
import { waitForOutcome } from './waitForOutcome.ts'

/** Creates the part of the namespace that sends. Loaded on first use. */
export function createTransfers({ commitment }: { commitment: Commitment }): NamespaceTransfers {
  return {
    // Wallets add the priority fee that they find right, and show it.
    speeds: [],
    readRecipient,
    toPaymentLink,
    getMaximum: (parameters) => getMaximum({ ...parameters, commitment }),
    plan: (parameters) => planTransfer({ ...parameters, commitment }),
    send: (parameters) => sendTransfer({ ...parameters, commitment }),
    toNameRecord,
    waitForOutcome: (parameters) => waitForOutcome({ ...parameters, commitment }),
  }
}
