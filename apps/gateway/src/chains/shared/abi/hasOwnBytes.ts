import { type Hex, size } from 'viem'

/**
 * Returns whether the items of an ABI-encoded list have bytes of their own. Offsets may point anywhere: of a list whose offsets all point to
 * one long item, a few kilobytes are decoded to gigabytes. Check what strangers have sent before it is decoded.
 *
 * @param content what the parameters of a function with one list are encoded as
 * @param options.maxItems longer lists are refused
 * @param options.bytesAt returns where the length of an item's `bytes` is, by where the item is; by default it is `bytes` itself
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#formal-specification-of-the-encoding
 */
export function hasOwnBytes(
  content: Hex,
  {
    maxItems,
    bytesAt = (item) => item,
  }: { maxItems: number; bytesAt?: (item: number, wordAt: (at: number) => number) => number },
): boolean {
  /** Infinity beyond the end, and for a number that no length has. */
  const wordAt = (at: number): number => {
    const digits = content.slice(2 + 2 * at, 66 + 2 * at)
    const value = digits.length === 64 ? Number(`0x${digits}`) : Number.POSITIVE_INFINITY
    return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY
  }
  const start = 64
  if (wordAt(0) !== 32 || wordAt(32) > maxItems) return false
  let total = start
  for (let index = 0; index < wordAt(32); index++) {
    const item = start + wordAt(start + 32 * index)
    const at = bytesAt(item, wordAt)
    // The offset of the item, what is before its bytes, their length, and they.
    total += 32 + (at - item) + 32 + wordAt(at)
  }
  return total <= size(content)
}
