/** Encodes a count as "shortvec": 7 bits per byte, least significant first. */
export function encodeCount(count: number): number[] {
  return count < 0x80 ? [count] : [(count & 0x7f) | 0x80, ...encodeCount(count >> 7)]
}
