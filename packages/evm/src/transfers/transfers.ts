import type { NamespaceTransfers } from '@portico/core'
import { getAddress, isAddress } from 'viem'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { getMaximum, planTransfer } from './planTransfer.ts'
import { waitForOutcome } from './waitForOutcome.ts'

/** Contracts of the protocol, and the zero address, have these low numbers as addresses. */
const lowest = 0xffffn

/** The part of the namespace that sends. Loaded on first use. */
export const transfers: NamespaceTransfers = {
  speeds: [],
  readRecipient({ text }) {
    // Checks the checksum (EIP-55) of an address in mixed case.
    if (!isAddress(text) || BigInt(text) <= lowest) return undefined
    return { address: getAddress(text) }
  },
  toPaymentLink({ to }) {
    return `ethereum:${to}`
  },
  getMaximum,
  plan: planTransfer,
  async send({ provider, plan }) {
    const hash = await callWallet(provider as Provider, 'eth_sendTransaction', [plan.request])
    return { hash: `${hash}`, from: plan.transfer.from }
  },
  waitForOutcome,
}
