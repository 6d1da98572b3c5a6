import type { Network, Recipient } from '@portico/core'
import { readAddress } from './readAddress.ts'
import { readPaymentLink } from './readPaymentLink.ts'
import { shortNames } from './shortNames.ts'

/** Longer texts are not read. */
const maxLength = 1000

/**
 * Reads an address, an address with this network's prefix (ERC-3770 such as `eth:0x…`, CAIP-10 such as `eip155:1:0x…`) or a payment
 * link (EIP-681). White space around the text is ignored. Returns undefined if the text is none of them or names another
 * network.
 */
export function readRecipient({ text, network }: { text: string; network: Network }): Recipient | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) return undefined
  if (/^ethereum:/i.test(trimmed)) return readPaymentLink({ link: trimmed, chainId: Number(network.id) })
  const colon = trimmed.lastIndexOf(':')
  if (colon !== -1 && !isPrefixOf(network, trimmed.slice(0, colon))) return undefined
  const address = readAddress(trimmed.slice(colon + 1))
  return address === undefined ? undefined : { address }
}

const isPrefixOf = ({ id, caipNetworkId }: Network, prefix: string): boolean =>
  prefix === caipNetworkId || shortNames.get(prefix) === id
