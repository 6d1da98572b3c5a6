import type { NamespaceTransfers } from '@portico/core'
import { toNameRecord } from '../names/toNameRecord.ts'
import { getMaximum } from './getMaximum.ts'
import { planTransfer } from './planTransfer.ts'
import { readRecipient } from './readRecipient.ts'
import { sendTransfer } from './sendTransfer.ts'
import { toPaymentLink } from './toPaymentLink.ts'
import { waitForOutcome } from './waitForOutcome.ts'

/** The part of the namespace that sends. Loaded on first use. */
export const transfers: NamespaceTransfers = {
  speeds: ['slow', 'standard', 'fast'],
  readRecipient,
  toPaymentLink,
  getMaximum,
  plan: planTransfer,
  send: sendTransfer,
  waitForOutcome,
  toNameRecord,
  // Only applications with an RPC URL of their own for Ethereum use it.
  isNameContradicted: async (claim) =>
    (await import('../names/isNameContradicted.ts')).isNameContradicted(claim),
}
