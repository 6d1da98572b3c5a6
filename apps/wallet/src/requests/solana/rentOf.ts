/** Bytes that the network counts for every account in addition to its data. */
const overhead = 128
const lamportsPerByte = 6960n

/** Returns the lamports that an account of this size must hold: two years of rent, the same on all networks. */
export function rentOf(bytes: number): bigint {
  return BigInt(overhead + bytes) * lamportsPerByte
}
