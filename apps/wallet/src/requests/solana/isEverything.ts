/** Amounts of tokens have 64 bits. From here on, a permission is practically without a limit. */
const unlimitedFrom = 2n ** 63n

/** Whether a permission for an amount of tokens on Solana has no limit in practice. */
export function isEverything(amount: bigint): boolean {
  return amount >= unlimitedFrom
}
