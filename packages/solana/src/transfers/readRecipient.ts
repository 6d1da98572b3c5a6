import type { Recipient } from '@portico/core'
import { base58Bytes } from '../parsing/bytes.ts'
import { readLinkData } from './readLinkData.ts'

/** Programs and system variables of the network, the zero address and the incinerator end like this: nobody has their keys. */
const reserved = /1{7}$/

/**
 * Reads an address, or a payment link of Solana Pay. Returns undefined for anything else, also for links that ask a server for a
 * transaction.
 *
 * @see https://github.com/solana-foundation/solana-pay/blob/master/SPEC.md
 */
export function readRecipient(parameters: { text: string }): Recipient | undefined {
  const text = parameters.text.trim()
  if (!/^solana:/i.test(text)) return isPayable(text) ? { address: text } : undefined
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const address = url.pathname
  if (!isPayable(address)) return undefined
  const [amounts, tokens, memos, references] = ['amount', 'spl-token', 'memo', 'reference'].map((name) =>
    url.searchParams.getAll(name),
  ) as [string[], string[], string[], string[]]
  const [amount] = amounts
  const [token] = tokens
  // A link that says something twice could be read in two ways.
  if ([amounts, tokens, memos].some((values) => values.length > 1)) return undefined
  if (amount !== undefined && !/^\d{1,20}(\.\d{1,40})?$/.test(amount)) return undefined
  if (token !== undefined && !isPayable(token)) return undefined
  const linkData = readLinkData({ references, memo: memos[0] })
  if (!linkData) return undefined
  return {
    address,
    isLink: true,
    ...(amount !== undefined && { amount: { text: amount } }),
    ...(token !== undefined && { token }),
    ...((references.length > 0 || memos.length > 0) && { linkData }),
  }
}

function isPayable(address: string): boolean {
  return base58Bytes(address, 32) !== undefined && !reserved.test(address)
}
