import { type Hex, hexToBytes } from 'viem'

/** RFC 1035 §2.3.4. This encoding cannot represent labels of 256 bytes or more. */
const maxBytes = 255
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a name in DNS wire format (RFC 1035 §3.1): each label is preceded by its length, and a zero ends the name.
 *
 * @returns undefined if it is malformed.
 */
export function readDnsName(packet: Hex): string | undefined {
  // The cost of a query grows with the number of labels.
  if (packet.length / 2 - 1 > maxBytes) return undefined
  const bytes = hexToBytes(packet)
  const labels: string[] = []
  let at = 0
  while (at < bytes.length) {
    const length = bytes[at] as number
    if (length === 0) return at === bytes.length - 1 && labels.length > 0 ? labels.join('.') : undefined
    const label = bytes.subarray(at + 1, at + 1 + length)
    if (label.length !== length) return undefined
    try {
      const text = decoder.decode(label)
      // A dot inside a label would make one name look like another.
      if (text.includes('.')) return undefined
      labels.push(text)
    } catch {
      return undefined
    }
    at += length + 1
  }
  return undefined
}
