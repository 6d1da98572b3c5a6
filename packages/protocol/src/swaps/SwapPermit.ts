/** A signed permit (EIP-2612) for exactly the amount that is sold. */
export interface SwapPermit {
  /** In seconds since 1970. */
  deadline: bigint
  v: number
  r: `0x${string}`
  s: `0x${string}`
}
