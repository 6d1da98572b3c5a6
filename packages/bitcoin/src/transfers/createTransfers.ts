import type { NamespaceTransfers } from '@portico/core'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { getMaximum } from './getMaximum.ts'
import { planTransfer } from './planTransfer.ts'
import { readRecipient } from './readRecipient.ts'
import { sendTransfer } from './sendTransfer.ts'
import { toNameRecord } from './toNameRecord.ts'
import { toPaymentLink } from './toPaymentLink.ts'
import { toTransferSource } from './toTransferSource.ts'
import { waitForOutcome } from './waitForOutcome.ts'

/** Creates the part of the namespace that sends. Loaded on first use, without `@scure/btc-signer`. */
export function createTransfers(endpoints: Endpoints): NamespaceTransfers {
  return {
    speeds: ['slow', 'standard', 'fast'],
    readRecipient,
    toPaymentLink,
    getMaximum: async (parameters) => getMaximum(toTransferSource(parameters, endpoints), parameters),
    plan: async (parameters) => planTransfer(toTransferSource(parameters, endpoints), parameters),
    send: async (parameters) => sendTransfer(toTransferSource(parameters, endpoints), parameters),
    toNameRecord,
    waitForOutcome: async (parameters) => waitForOutcome(toTransferSource(parameters, endpoints), parameters),
  }
}
